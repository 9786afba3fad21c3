import { expect, it } from 'vitest';
import { parseProject } from '../../../engine/project/parse.ts';
import { studioBody } from '../../../engine/timeline/studioBody.ts';
import { good } from '../make.ts';

const audio = { id: 'm', url: 's.mp3', startTime: 1, trimStartTime: 2, trimEndTime: 8, isTrimmed: true, duration: 9 };
const project = good(
  parseProject({ videoType: 'gif', audio, scenes: [{ id: 'a', duration: 4, isImageVideo: true }, { id: 'b' }] }),
);

it('describes a Studio project in the fields of the specification and means the same project', () => {
  const body = studioBody(project, 'account1');
  expect(body).toMatchObject({
    ...{ isStudio: true, isCreator: true, creator: 'account1', videoType: 'gif', isGif: true, isImage: false },
    ...{ isTrimmed: false, startTime: 0, endTime: body.duration, dimensions: { width: 1280, height: 1280 } },
    ...{ progressText: 'Loading ...', done: false, parentId: null },
    ...{ audioStartTime: 1, audioTrimStartTime: 2, audioTrimEndTime: 8, audioIsTrimmed: true },
    audioEdit: { loop: false, loopTouched: false, mute: false, duration: 9 },
  });
  const { duration: _, ...sent } = good(parseProject(JSON.parse(JSON.stringify(body))));
  expect(sent).toEqual(project);
});

it('omits the creator when signed out', () => {
  expect(studioBody(project)).not.toHaveProperty('creator');
});
