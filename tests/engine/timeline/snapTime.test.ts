import { describe, expect, it } from 'vitest';
import { snapTargets, snapTimes } from '../../../engine/timeline/snapTime.ts';
import { type SceneSpan, sceneSpans } from '../../../engine/timeline/spans.ts';
import { makeProject, scene, text, video } from '../make.ts';

describe('snapTimes', () => {
  it('snaps the nearest moment to a target and moves the others along', () => {
    expect(snapTimes([1.02, 2.09], [1, 2.1, 5], 0.1)).toEqual({ by: expect.closeTo(0.01, 9), at: 2.1 });
    expect(snapTimes([1.02], [1], 0.1)).toEqual({ by: expect.closeTo(-0.02, 9), at: 1 });
  });

  it('leaves moments in place without a target nearby', () => {
    expect(snapTimes([1.5, 3], [1, 2.1], 0.1)).toEqual({ by: 0 });
    expect(snapTimes([], [1], 0.1)).toEqual({ by: 0 });
  });

  it('uses the first of two equally near targets', () => {
    expect(snapTimes([2], [1, 3], 1).at).toBe(1);
  });
});

describe('snapTargets', () => {
  const sound = { id: 's', type: 'audio' as const, url: 's.ogg', duration: 2, from: 3 };
  const project = makeProject(
    [scene('a', [video('w', 4)]), scene('b', [text('t', { from: 1, to: 2.5 }), sound, video('v', 8)])],
    { audio: { url: 'music.mp3', duration: 6, startTime: 0.5 } },
  );
  const second = sceneSpans(project)[1] as SceneSpan;

  it('include the current time, the scene, the other layers and the audio', () => {
    expect(snapTargets(project, [second], ['t'], 7.7)).toEqual([7.7, 4, 12, 7, 9, 0.5, 6.5]);
  });

  it('exclude the end of the scene when that is moved', () => {
    expect(snapTargets(project, [second], undefined, 7.7)).toEqual([7.7, 4, 7, 9, 5, 6.5, 0.5]);
  });
});
