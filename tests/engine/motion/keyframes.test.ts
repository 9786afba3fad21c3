import { describe, expect, it } from 'vitest';
import { findLayer } from '../../../engine/edit/find.ts';
import { resolutionFactor } from '../../../engine/layout/layerTransform.ts';
import { easings } from '../../../engine/motion/easing.ts';
import { keyedAt } from '../../../engine/motion/keyed.ts';
import { layerStateAt } from '../../../engine/motion/layerState.ts';
import { easings as easingNames, type Keyframe } from '../../../engine/project/keyframes.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { makeProject, scene, text } from '../make.ts';

const at = (time: number, rest: object = {}) => ({ time, easing: 'linear' as const, ...rest }) as Keyframe;
const across = [at(1, { x: '0%', opacity: 0 }), at(3, { x: '40%', opacity: 1 })];

function layerIn(project: Project, id: string) {
  return findLayer(project, id)?.layer as Layer;
}

describe('keyedAt', () => {
  it('interpolates between keyframes and holds the first and the last', () => {
    expect([0, 1, 1.5, 2, 3, 9].map((time) => keyedAt(across, time))).toEqual([
      { x: 0, opacity: 0 },
      { x: 0, opacity: 0 },
      { x: 10, opacity: 0.25 },
      { x: 20, opacity: 0.5 },
      { x: 40, opacity: 1 },
      { x: 40, opacity: 1 },
    ]);
  });

  it('interpolates each field separately', () => {
    const list = [at(0, { x: '0%', easing: 'hold' }), at(1, { y: '10%' }), at(2, { x: '20%', y: '30%' })];
    expect(keyedAt(list, 1.5)).toEqual({ x: 0, y: 20 });
    expect(keyedAt(list, 2)).toEqual({ x: 20, y: 30 });
  });

  it('rotates by value, more than once if necessary', () => {
    expect(keyedAt([at(0, { rotation: 0 }), at(1, { rotation: 720 })], 0.5)).toEqual({ rotation: 360 });
  });

  it('stays between two keyframes with any easing, and reaches both', () => {
    for (const easing of easingNames) {
      expect(easings[easing](0)).toBe(0);
      if (easing !== 'hold') expect(easings[easing](1)).toBe(1);
      const list = [at(0.3, { x: '-10%', easing }), at(1.7, { x: '90%' })];
      let before = -10;
      for (let time = 0; time < 2; time += 0.01) {
        const { x = Number.NaN } = keyedAt(list, time);
        expect(x).toBeGreaterThanOrEqual(before);
        expect(x).toBeLessThanOrEqual(90);
        before = x;
      }
      expect(keyedAt(list, 1.7).x).toBe(90);
    }
  });

  it('combines with a fade of the layer', () => {
    const project = makeProject([
      scene('s', [text('t', { keyframes: across, animateIn: { type: 'fade', duration: 4 } })], { duration: 8 }),
    ]);
    const state = layerStateAt(layerIn(project, 't'), 2, 8);
    expect(state.opacity).toBeCloseTo(0.25, 9);
    expect(state.move).toMatchObject({ keyed: { x: 20 }, scale: 1 });
  });

  it('applies while the editor is paused too', () => {
    const project = makeProject([scene('s', [text('t', { keyframes: across })], { duration: 8 })]);
    const frame = resolveFrame(sceneSpans(project), 2, { stillTexts: true });
    expect(frame.layers[0]?.animation.move?.keyed).toEqual({ x: 20 });
  });

  it('paints at the largest size in powers of two, within a limit', () => {
    const canvas = { width: 100, height: 100 };
    const fineness = (share: number, side: number) =>
      resolutionFactor(
        { away: { x: 0, y: 0 }, scale: 1, keyed: { width: share, height: share } },
        { x: 0, y: 0, width: side, height: side, rotation: 0 },
        canvas,
      );
    expect([10, 11, 20, 40, 90, 4].map((share) => fineness(share, 10))).toEqual([1, 2, 2, 4, 4, 0.5]);
    expect(fineness(400, 100)).toBe(2);
    expect(
      resolutionFactor({ away: { x: 0, y: 0 }, scale: 0.2 }, { x: 0, y: 0, width: 9, height: 9, rotation: 0 }, canvas),
    ).toBe(1);
  });
});

describe('keyframes of a file', () => {
  const problemsOf = (keyframes: unknown) => {
    const parsed = parseProject({ scenes: [{ id: 's', layers: [{ id: 't', type: 'text', keyframes }] }] });
    return parsed.ok ? [] : parsed.problems;
  };

  const said = (keyframes: unknown) => problemsOf(keyframes).map(({ message }) => message);

  it('are sorted, finite and few, and have only known fields', () => {
    expect(problemsOf([{ time: -1 }, { time: 0 }])).toEqual([]);
    expect(problemsOf([{ time: 1 }, { time: 1 }])).toEqual([
      {
        code: 'time.order',
        pointer: '/scenes/0/layers/0/keyframes/1/time',
        message: 'Keyframes must be sorted by time, with no two at the same time.',
      },
    ]);
    expect(said([{ time: Number.POSITIVE_INFINITY }])).toEqual([
      '"time" must be a number, not a number that is not finite.',
    ]);
    expect(said([{ time: 0, opacity: 2, x: 5, easing: 'bounce' }])).toEqual([
      '"x" must be text, not the number 5.',
      '"opacity" must be at most 1.',
      '"easing" must be "linear", "ease-in", "ease-out", "ease-in-out" or "hold".',
    ]);
    expect(said(Array.from({ length: 201 }, (_, time) => ({ time })))).toEqual([
      '"keyframes" must have at most 200 items.',
    ]);
  });
});
