import { describe, expect, it } from 'vitest';
import { pasteStyle, styleOf } from '../../../engine/edit/copiedStyle.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { freezeFrame } from '../../../engine/edit/freeze.ts';
import { setLayerAnimation } from '../../../engine/edit/layerAnimation.ts';
import { replaceLayer } from '../../../engine/edit/layers.ts';
import { splitLayer } from '../../../engine/edit/layerTime.ts';
import { mergeProjects } from '../../../engine/edit/mergeProjects.ts';
import { entrances } from '../../../engine/motion/index.ts';
import { type LayerState, layerStateAt } from '../../../engine/motion/layerState.ts';
import { animationSides, type LayerAnimation, textAnimations } from '../../../engine/project/layerMotion.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { isStill, stillOutput } from '../../../engine/project/output.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { countedIds, good, image, makeProject, scene, sentences, text, video } from '../make.ts';

const fade = (duration = 0.5, more = {}) => ({ type: 'fade' as const, duration, ...more });
/** An image that replaces a layer. */
const newPicture = {
  kind: 'image' as const,
  url: 'new.png',
  ...{ width: 40, height: 30, duration: 0, hasAudio: false, animated: false },
};
const shape = (id: string, rest = {}) => ({ id, type: 'shape' as const, shapeType: 'ellipse' as const, ...rest });

function layerIn(project: Project, id: string) {
  return findLayer(project, id)?.layer as Layer;
}

/** State of the front layer that is visible at a moment. */
function stateIn(project: Project, t: number): LayerState {
  return resolveFrame(sceneSpans(project), t).layers.at(-1)?.animation as LayerState;
}

function opacities(project: Project, times: readonly number[]): number[] {
  return times.map((t) => Number(stateIn(project, t).opacity.toFixed(4)));
}

describe('a layer with enter and exit animations', () => {
  const project = makeProject([scene('s', [shape('r', { animateIn: fade(), animateOut: fade(1) })], { duration: 4 })]);

  it('is at rest between its animations, and both animations mirror each other', () => {
    expect(opacities(project, [0, 0.25, 0.5, 2, 3, 3.5, 3.99])).toEqual([0, 0.5, 1, 1, 1, 0.5, 0.0002]);
    expect(stateIn(project, 2).move).toBeUndefined();
    expect(stateIn(project, 0.4).move).toBeDefined();
  });

  it('is at rest while the editor is paused at the start of the scene, and when its length is unknown', () => {
    const at = (t: number) => resolveFrame(sceneSpans(project), t, { stillTexts: true }).layers[0]?.animation;
    expect(at(0)?.opacity).toBe(1);
    const unknown = makeProject([scene('s', [{ id: 'v', type: 'video', url: 'v.mp4', animateIn: fade() }])]);
    expect(stateIn(unknown, 0).opacity).toBe(1);
  });

  it('shortens both animations alike if there is too little time', () => {
    const short = makeProject([scene('s', [shape('r', { to: 0.75, animateIn: fade(0.5), animateOut: fade(1) })])]);
    // In half of the time: 0.25 s and 0.5 s.
    expect(opacities(short, [0, 0.125, 0.25, 0.5])).toEqual([0, 0.5, 1, 0.5]);
  });

  it('matches its definition everywhere, stays within visible values and ends complete', () => {
    for (const type of textAnimations)
      for (const side of animationSides)
        for (const share of [0, 0.2, 0.5, 0.8, 0.999]) {
          const { opacity = 1, scale = 1, away, seen, shown = 1 } = entrances[type](share, side);
          expect(opacity).toBeGreaterThanOrEqual(0);
          expect(opacity).toBeLessThanOrEqual(1);
          expect(scale).toBeGreaterThan(0);
          expect(Math.abs(away?.x ?? 0) + Math.abs(away?.y ?? 0)).toBeLessThanOrEqual(1);
          if (share < 0.99) continue;
          for (const near of [opacity, scale, shown, seen?.width ?? 1, seen?.height ?? 1])
            expect(near).toBeCloseTo(1, 2);
          expect(Math.abs(away?.x ?? 0) + Math.abs(away?.y ?? 0)).toBeLessThan(0.001);
        }
  });

  it('enters from the given side, by default from the left', () => {
    const sideOf = (side?: LayerAnimation['side']) => {
      const slide = { type: 'slide' as const, duration: 1, ...(side ? { side } : {}) };
      const { away } = stateIn(makeProject([scene('s', [shape('r', { animateIn: slide })], { duration: 4 })]), 0)
        .move as NonNullable<LayerState['move']>;
      return [away.x, away.y];
    };
    expect([undefined, 'right', 'top', 'bottom'].map((side) => sideOf(side as LayerAnimation['side']))).toEqual([
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ]);
  });

  it('combines with the animation of its kind: a text is typed while it fades in', () => {
    const animation = { id: 'typewriter' as const, duration: 1 };
    const typed = makeProject([scene('s', [text('t', { animation, animateIn: fade(1) })], { duration: 4 })]);
    expect(stateIn(typed, 0.5)).toMatchObject({ shown: 0.5, opacity: 0.5 });
    const [layer] = typed.scenes[0]?.layers ?? [];
    expect(layer && layerStateAt(layer, 2, 4)).toMatchObject({ shown: 1, opacity: 1 });
  });
});

describe('enter and exit animations of a project', () => {
  const problemsOf = (layer: object) => parseProject({ scenes: [{ id: 's', layers: [{ id: 'l', ...layer }] }] });

  it('last half a second by default', () => {
    const parsed = makeProject([scene('s', [image('i', { animateIn: { type: 'pop' } })])]);
    expect(layerIn(parsed, 'i')).toMatchObject({ animateIn: { type: 'pop', duration: 0.5 } });
  });

  it('are rejected if the layer does not support them', () => {
    const ofShape = { type: 'shape', shapeType: 'line' };
    expect(sentences(problemsOf({ ...ofShape, animateIn: { type: 'typewriter' } }))).toEqual([
      '"type" must be "fade", "slide", "zoom", "pop" or "wipe".',
    ]);
    expect(sentences(problemsOf({ ...ofShape, animateOut: { type: 'wipe', duration: 0 } }))).toEqual([
      '"duration" must be at least 0.1.',
    ]);
    expect(sentences(problemsOf({ type: 'text', animateIn: { type: 'slide', side: 'above' } }))).toEqual([
      '"side" must be "left", "right", "top" or "bottom".',
    ]);
  });
});

describe('enter and exit animations after edits', () => {
  it('turn a still into a video when chosen', () => {
    const still = makeProject([scene('s', [image('i')])], { output: stillOutput });
    expect(isStill(still)).toBe(true);
    const moving = setLayerAnimation(still, 'i', 'animateIn', { type: 'slide', side: 'top' });
    expect([isStill(moving), totalDuration(moving)]).toEqual([false, 5]);
    expect(layerIn(moving, 'i')).toMatchObject({ animateIn: { type: 'slide', duration: 0.5, side: 'top' } });
    const longer = setLayerAnimation(moving, 'i', 'animateIn', { duration: 999 });
    expect(layerIn(longer, 'i')).toMatchObject({ animateIn: { type: 'slide', duration: 60, side: 'top' } });
    expect(setLayerAnimation(longer, 'i', 'animateIn', { type: 'typewriter' })).toBe(longer);
    expect(setLayerAnimation(longer, 'i', 'animateOut', undefined)).toBe(longer);
    expect(layerIn(setLayerAnimation(longer, 'i', 'animateIn', undefined), 'i')).not.toHaveProperty('animateIn');
  });

  it.each([0.2, 0.6, 2, 3.4, 3.8])('look the same after a cut at %s s', (at) => {
    const layers = [text('t', { animateIn: fade(0.5), animateOut: fade(1) })];
    const whole = makeProject([scene('s', layers, { duration: 4 })]);
    const parts = good(splitLayer(whole, 't', at, countedIds()));
    const times = [0, 0.1, 0.3, 0.45, 0.7, 1.9, 2.1, 3.1, 3.3, 3.5, 3.7, 3.9, 3.99];
    expect(opacities(parts, times)).toEqual(opacities(whole, times));
  });

  it('look the same after a cut of a layer with too little time for both', () => {
    const whole = makeProject([
      scene('s', [text('t', { to: 0.75, animateIn: fade(0.5), animateOut: fade(1) })], { duration: 4 }),
    ]);
    const parts = good(splitLayer(good(splitLayer(whole, 't', 0.2, () => 'u')), 'u', 0.5, () => 'w'));
    const times = [0, 0.1, 0.19, 0.21, 0.3, 0.49, 0.51, 0.6, 0.74];
    expect(opacities(parts, times)).toEqual(opacities(whole, times));
  });

  it('are removed from a frozen frame and kept for a replaced layer as far as possible', () => {
    const before = makeProject([
      scene('s', [
        video('v', 6, { animateIn: fade(), animateOut: fade() }),
        text('t', { animateIn: { type: 'typewriter' } }),
      ]),
    ]);
    const { project, frozenId } = good(freezeFrame(before, 'v', 3, countedIds()));
    expect(layerIn(project, frozenId)).not.toHaveProperty('animateIn');
    expect(layerIn(project, 'v')).not.toHaveProperty('animateOut');
    const media = newPicture;
    const replaced = replaceLayer(
      replaceLayer(before, 'v', media, () => 'i'),
      't',
      media,
      () => 'j',
    );
    expect(layerIn(replaced, 'i')).toMatchObject({ animateIn: fade(), animateOut: fade() });
    expect(layerIn(replaced, 'j')).not.toHaveProperty('animateIn');
  });

  it('are copied with the style, except types that the other kind does not support', () => {
    const project = makeProject([
      scene('s', [
        text('t', { animateIn: { type: 'typewriter' }, animateOut: fade(2) }),
        { id: 'said', type: 'subtitles', cues: [], animateIn: { type: 'zoom' } },
      ]),
    ]);
    const pasted = pasteStyle(project, ['said'], styleOf(layerIn(project, 't')));
    expect(layerIn(pasted, 'said')).toMatchObject({ animateOut: fade(2) });
    expect(layerIn(pasted, 'said')).not.toMatchObject({ animateIn: { type: 'typewriter' } });
  });

  it('are merged from two tabs', () => {
    const base = makeProject([scene('s', [image('i', { animateIn: fade() })], { duration: 4 })]);
    const mine = setLayerAnimation(base, 'i', 'animateIn', { type: 'pop' });
    const theirs = setLayerAnimation(base, 'i', 'animateOut', { type: 'wipe' });
    const { project, isConflict } = mergeProjects(base, mine, theirs);
    expect(isConflict).toBe(false);
    expect(layerIn(project, 'i')).toMatchObject({ animateIn: { type: 'pop' }, animateOut: { type: 'wipe' } });
  });
});
