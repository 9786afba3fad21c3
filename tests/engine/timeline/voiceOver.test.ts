import { describe, expect, it } from 'vitest';
import { addVoiceOver } from '../../../engine/edit/voiceOver.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { countedIds, makeProject, scene, sceneAt, text, video } from '../make.ts';

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

  it('stays one layer that follows its scene if it continues in further scenes', () => {
    const project = makeProject([still('a', 3), still('b', 2), still('c', 5)]);
    const { project: next, layerId } = addVoiceOver(project, take(4, 5), countedIds());
    expect(next.layers).toMatchObject([{ id: layerId, type: 'audio', anchor: 'b', from: 1, isTrimmed: false }]);
    expect(soundtrack(next).map(({ start, end, mediaStart }) => [start, end, mediaStart])).toEqual([[4, 9, 0]]);
    const moved = { ...next, scenes: [1, 0, 2].map((index) => sceneAt(next, index)) };
    expect(soundtrack(moved)[0]?.start).toBe(1);
    expect(parseProject(JSON.parse(JSON.stringify(next))).ok).toBe(true);
    expect(totalDuration(next)).toBe(10);
  });

  it('extends a last scene with a chosen length, and reports the part that a video cuts off', () => {
    const grown = addVoiceOver(makeProject([still('a', 3)]), take(1, 8), countedIds());
    expect([totalDuration(grown.project), grown.unheard]).toEqual([9, 0]);
    const cut = addVoiceOver(makeProject([scene('a', [video('v', 5)])]), take(1, 8), countedIds());
    expect([totalDuration(cut.project), cut.unheard]).toEqual([5, 4]);
  });
});
