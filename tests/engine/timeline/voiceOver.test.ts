import { describe, expect, it } from 'vitest';
import { addVoiceOver } from '../../../engine/edit/voiceOver.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { countedIds, makeProject, scene, text, video } from '../make.ts';

const take = (at: number, duration: number) => ({ url: 'voice.webm', at, duration });
const still = (id: string, duration: number) => scene(id, [text(`${id}-t`)], { duration });

describe('a voice-over', () => {
  it('becomes an audio layer of the scene where it started', () => {
    const project = makeProject([scene('a', [video('v', 10)])]);
    const { project: next, layerId, unheard } = addVoiceOver(project, take(2.5, 4), countedIds());
    expect(next.scenes[0]?.layers[0]).toMatchObject({
      id: 'n1',
      type: 'audio',
      from: 2.5,
      duration: 4,
      isTrimmed: false,
    });
    expect([layerId, unheard]).toEqual(['n1', 0]);
  });

  it('continues in the following scenes without a gap', () => {
    const project = makeProject([still('a', 3), still('b', 2), still('c', 5)]);
    const { project: next } = addVoiceOver(project, take(2, 6), countedIds());
    const heard = soundtrack(next).map(({ start, end, mediaStart }) => [start, end, mediaStart]);
    expect(heard).toEqual([
      [2, 3, 0],
      [3, 5, 1],
      [5, 8, 3],
    ]);
    expect(parseProject(next).ok).toBe(true);
    expect(totalDuration(next)).toBe(10);
  });

  it('extends a last scene with a chosen length, and reports the part that a video cuts off', () => {
    const grown = addVoiceOver(makeProject([still('a', 3)]), take(1, 8), countedIds());
    expect([totalDuration(grown.project), grown.unheard]).toEqual([9, 0]);
    const cut = addVoiceOver(makeProject([scene('a', [video('v', 5)])]), take(1, 8), countedIds());
    expect([totalDuration(cut.project), cut.unheard]).toEqual([5, 4]);
  });

  it('drops less than a second in another scene', () => {
    const project = makeProject([still('a', 3), still('b', 5)]);
    const { project: next } = addVoiceOver(project, take(1, 2.5), countedIds());
    expect(next.scenes.map(({ layers }) => layers.length)).toEqual([2, 1]);
  });
});
