import { describe, expect, it } from 'vitest';
import { FREEZE_SECONDS, freezeFrame } from '../../../engine/edit/freeze.ts';
import { moveLayerTime, setLayerTime, splitLayer, trimLayerTime } from '../../../engine/edit/layerTime.ts';
import { setStopMotion } from '../../../engine/edit/motion.ts';
import { messages } from '../../../engine/project/messages.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { countedIds, good, layerOf, makeProject, scene, sentences, text, video } from '../make.ts';

/** The visible second of the file at a moment. */
function secondAt(project: Project, t: number): number | undefined {
  return resolveFrame(sceneSpans(project), t).layers.find(({ layer }) => layer.type === 'video')?.mediaTime;
}

describe('freezeFrame', () => {
  const project = makeProject([
    scene('a', [video('before', 2)]),
    scene('b', [text('t'), video('v', 6, { from: 0.5, speed: 2, isTrimmed: true, startTime: 1, endTime: 6 })]),
  ]);

  it('holds a frame for 2 s and then continues the video', () => {
    const { project: frozen, frozenId } = good(freezeFrame(project, 'v', 1.5, countedIds()));
    expect(parseProject(structuredClone(frozen)).ok).toBe(true);
    expect(frozen.scenes[1]?.layers.map(({ id }) => id)).toEqual(['t', 'n2', frozenId, 'v']);
    expect(totalDuration(frozen)).toBeCloseTo(totalDuration(project) + FREEZE_SECONDS, 6);
    // The first scene lasts two seconds.
    for (const t of [0.6, 1, 1.45]) expect(secondAt(frozen, 2 + t)).toBeCloseTo(secondAt(project, 2 + t) as number, 6);
    for (const t of [1.5, 2.2, 3.45]) expect(secondAt(frozen, 2 + t)).toBeCloseTo(secondAt(project, 3.5) as number, 6);
    for (const t of [1.55, 2, 2.9])
      expect(secondAt(frozen, 2 + t + FREEZE_SECONDS)).toBeCloseTo(secondAt(project, 2 + t) as number, 6);
    // No audio plays during the freeze.
    expect(soundtrack(frozen).filter(({ start, end }) => start < 4.5 && end > 3.6)).toEqual([]);
  });

  it('inserts the frame before or after the video at its ends', () => {
    const first = good(freezeFrame(project, 'before', 0, countedIds())).project;
    expect(layerOf(first, 'before', 'video').from).toBe(FREEZE_SECONDS);
    expect(secondAt(first, 1)).toBe(0);
    const last = good(freezeFrame(project, 'before', 2, countedIds())).project;
    expect(layerOf(last, 'before', 'video').from).toBeUndefined();
    expect(totalDuration(last)).toBeCloseTo(totalDuration(project) + FREEZE_SECONDS, 6);
    expect(secondAt(last, 3)).toBeCloseTo(1.99, 6);
  });

  it('uses the last frame of the file at its end, and the video below is over', () => {
    for (const at of [1.95, 1.99, 2]) {
      const { project: last, frozenId } = good(freezeFrame(project, 'before', at, countedIds()));
      const { startTime, endTime = 0, from, to } = layerOf(last, frozenId, 'video');
      expect([endTime <= 2, startTime < endTime, from, to]).toEqual([true, true, 2, 2 + FREEZE_SECONDS]);
      expect(layerOf(last, 'before', 'video').to).toBe(2);
    }
    const near = good(freezeFrame(project, 'before', 0.05, countedIds())).project;
    expect(sceneSpans(near)[0]?.layers.map(({ start }) => start)).toEqual([2, 0]);
  });

  it('freezes a frame for as long as the video froze its last one', () => {
    const held = makeProject([scene('a', [video('v', 2), video('long', 9)])]);
    const { project: frozen, frozenId } = good(freezeFrame(held, 'v', 5, countedIds()));
    expect(layerOf(frozen, 'v', 'video').to).toBe(5);
    expect(layerOf(frozen, frozenId, 'video')).toMatchObject({ from: 5, to: 9 });
    expect(totalDuration(frozen)).toBe(9);
  });

  it('hides the frame of a hidden video', () => {
    const hidden = makeProject([scene('a', [video('v', 6, { isHidden: true })])]);
    const { project: frozen } = good(freezeFrame(hidden, 'v', 2, countedIds()));
    expect(frozen.scenes[0]?.layers.map(({ isHidden }) => isHidden)).toEqual([true, true, true]);
    expect(totalDuration(frozen)).toBe(8);
  });

  it('stays valid and shows one frame after any change of its time', () => {
    const { project: frozen, frozenId } = good(freezeFrame(project, 'v', 1.5, countedIds()));
    const shown = layerOf(frozen, frozenId, 'video');
    const edits = [
      trimLayerTime(frozen, frozenId, 'end', 9),
      trimLayerTime(frozen, frozenId, 'start', 0.5),
      moveLayerTime(frozen, frozenId, 0),
      good(setLayerTime(frozen, frozenId, 0, undefined)),
      good(splitLayer(frozen, frozenId, 2.5, () => 'half')),
      setStopMotion(good(setLayerTime(frozen, frozenId, 0, undefined)), frozenId, undefined),
    ];
    for (const edited of edits) {
      expect(edited).not.toBe(frozen);
      expect(parseProject(structuredClone(edited))).toMatchObject({ ok: true });
      const { startTime, endTime } = layerOf(edited, frozenId, 'video');
      expect([startTime, endTime]).toEqual([shown.startTime, shown.endTime]);
    }
    expect(layerOf(edits[0] as Project, frozenId, 'video').to).toBe(9);
    expect(layerOf(edits[4] as Project, 'half', 'video')).toMatchObject({ from: 2.5, to: 3.5 });
  });

  it('rejects a moment outside the video, and a video that cannot be cut', () => {
    const loop = makeProject([scene('a', [video('l', 2, { loopMode: 'duration', playLength: 8 })])]);
    expect(sentences(freezeFrame(project, 'v', 0.2, countedIds()))).toEqual([messages.freezeOutside]);
    expect(sentences(freezeFrame(project, 't', 1, countedIds()))).toEqual([messages.freezeOutside]);
    const boomerang = makeProject([scene('a', [video('l', 4, { isBoomeranged: true })])]);
    // In the first run, and in a later one.
    for (const [looped, at] of [
      [loop, 1],
      [loop, 5],
      [boomerang, 1],
      [boomerang, 6],
    ] as const)
      expect(sentences(freezeFrame(looped, 'l', at, countedIds()))).toEqual([
        'A frame of a looping or boomerang video cannot be frozen.',
      ]);
  });
});
