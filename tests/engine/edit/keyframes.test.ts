import { describe, expect, it } from 'vitest';
import { expandPadding } from '../../../engine/edit/canvasShape.ts';
import { editAt } from '../../../engine/edit/editAt.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { freezeFrame } from '../../../engine/edit/freeze.ts';
import {
  addKeyframe,
  clearKeyframes,
  moveKeyframe,
  positionAt,
  removeKeyframe,
  setEasing,
  setKeyframe,
  zoomIn,
} from '../../../engine/edit/keyframes.ts';
import { duplicateLayer, nudgeLayer, replaceLayer } from '../../../engine/edit/layers.ts';
import { splitLayer, trimLayerTime } from '../../../engine/edit/layerTime.ts';
import { setMotion } from '../../../engine/edit/motion.ts';
import { fillLayer, growLayer } from '../../../engine/edit/reshape.ts';
import { trimLayer } from '../../../engine/edit/trim.ts';
import { keyframesOf } from '../../../engine/kinds/families.ts';
import { layerBox } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { keyedBox } from '../../../engine/layout/layerTransform.ts';
import { keyedAt } from '../../../engine/motion/keyed.ts';
import type { Keyframe } from '../../../engine/project/keyframes.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { isStill, stillOutput } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { countedIds, good, image, makeProject, scene, text, video } from '../make.ts';

const at = (time: number, rest: object = {}) => ({ time, easing: 'linear' as const, ...rest }) as Keyframe;
const across = [at(1, { x: '0%', opacity: 0 }), at(3, { x: '40%', opacity: 1 })];
const whole = { x: '0%', y: '0%', width: '50%', height: '50%', rotation: 0 };

function layerIn(project: Project, id: string) {
  return findLayer(project, id)?.layer as Layer;
}

/** Position in percent and opacity of the visible layers at a moment. */
function shownAt(project: Project, t: number) {
  const canvas = canvasSize(project);
  return resolveFrame(sceneSpans(project), t).layers.map(({ layer, animation }) => {
    const box = keyedBox(layerBox(layer, canvas), animation.move?.keyed, canvas);
    const round = (value: number) => Math.round(value * 1000) / 1000;
    return { x: round(box.x), width: round(box.width), opacity: round(animation.opacity) };
  });
}

describe('setting keyframes', () => {
  const base = makeProject([scene('s', [text('t', { from: 1, position: whole })], { duration: 10 })]);

  it('stores the whole state, copies the easing of the previous keyframe and changes an existing one', () => {
    const one = addKeyframe(base, 't', 0);
    expect(keyframesOf(layerIn(one, 't'))).toEqual([{ ...whole, opacity: 1, easing: 'ease-in-out', time: 0 }]);
    expect(addKeyframe(one, 't', 0.01)).toBe(one);
    const two = setKeyframe(setEasing(one, 't', 0, 'ease-out'), 't', 2, { x: 40, opacity: 3 });
    expect(keyframesOf(layerIn(two, 't'))).toMatchObject([
      { x: '0%', easing: 'ease-out' },
      { x: '40%', opacity: 1, time: 2, easing: 'ease-out' },
    ]);
    const changed = setKeyframe(two, 't', 2.01, { x: 30 });
    expect(keyframesOf(layerIn(changed, 't'))).toHaveLength(2);
    expect(keyframesOf(layerIn(changed, 't'))[1]).toMatchObject({ time: 2, x: '30%' });
    expect(setKeyframe(changed, 't', 2, { x: 30 })).toBe(changed);
  });

  it('keeps the first value of a newly keyed field at the other keyframes', () => {
    const sparse = makeProject([scene('s', [text('t', { position: whole, keyframes: across })], { duration: 10 })]);
    const wider = setKeyframe(sparse, 't', 3, { width: 80 });
    expect(keyedAt(keyframesOf(layerIn(wider, 't')), 1).width).toBe(50);
    expect(keyedAt(keyframesOf(layerIn(wider, 't')), 2)).toMatchObject({ x: 20, width: 65, opacity: 0.5 });
  });

  it('moves keyframes between their neighbors, and keeps the position when the last one is removed', () => {
    const two = setKeyframe(addKeyframe(base, 't', 0), 't', 2, { x: 40 });
    expect(keyframesOf(layerIn(moveKeyframe(two, 't', 1, -5), 't'))[1]?.time).toBe(0.001);
    expect(keyframesOf(layerIn(moveKeyframe(two, 't', 0, 1.2345), 't'))[0]?.time).toBe(1.235);
    const one = removeKeyframe(two, 't', 0);
    const none = removeKeyframe(one, 't', 0);
    expect(layerIn(none, 't')).not.toHaveProperty('keyframes');
    expect(layerIn(none, 't').position?.x).toBe('40%');
    expect(layerIn(clearKeyframes(two, 't', 0), 't').position?.x).toBe('0%');
    expect(removeKeyframe(none, 't', 0)).toBe(none);
  });

  it('zooms into a layer around its center for a span, and back', () => {
    const zoomed = keyframesOf(layerIn(zoomIn(base, 't', 1, 4), 't'));
    const near = { x: '-25%', y: '-25%', width: '100%', height: '100%' };
    expect(zoomed).toMatchObject([
      { ...whole, time: 1 },
      { ...near, time: 1.5 },
      { ...near, time: 3.5 },
      { ...whole, time: 4 },
    ]);
    expect(keyframesOf(layerIn(zoomIn(base, 't', 1, 1.6), 't')).map(({ time }) => time)).toEqual([1, 1.2, 1.4, 1.6]);
    expect(zoomIn(base, 't', 1, 1)).toBe(base);
    const twice = keyframesOf(layerIn(zoomIn(zoomIn(base, 't', 1, 4), 't', 6, 8), 't'));
    expect(twice.map(({ width }) => width)).toEqual(['50%', '100%', '100%', '50%', '50%', '100%', '100%', '50%']);
  });

  it('turns a still into a video', () => {
    const still = { ...makeProject([scene('s', [text('t', { position: whole })])]), output: stillOutput };
    const moving = addKeyframe(still, 't', 0);
    expect(isStill(moving)).toBe(false);
    expect(moving.scenes[0]?.duration).toBe(5);
  });

  it('ignores audio layers', () => {
    const sound = makeProject([scene('s', [{ id: 'a', type: 'audio', url: 'a.mp3' }], { duration: 4 })]);
    expect(addKeyframe(sound, 'a', 0)).toBe(sound);
  });
});

describe('editAt', () => {
  const keyed = makeProject([
    scene('s', [text('t', { position: whole, keyframes: across }), text('u', { position: whole })], { duration: 10 }),
  ]);

  it('sets a keyframe for keyed layers and positions for others', () => {
    const edited = editAt(
      keyed,
      ['t', 'u'],
      () => 2,
      (project) => nudgeLayer(nudgeLayer(project, 't', 5, 1), 'u', 5, 1),
    );
    expect(layerIn(edited, 't').position).toEqual(layerIn(keyed, 't').position);
    expect(keyframesOf(layerIn(edited, 't'))[1]).toMatchObject({ time: 2, x: '25%', y: '1%' });
    expect(layerIn(edited, 'u').position).toMatchObject({ x: '5%', y: '1%' });
    expect(positionAt(edited, layerIn(edited, 't'), 2).x).toBe('25%');
  });

  it('keeps the aspect ratio of resized text', () => {
    const edited = editAt(
      keyed,
      ['t'],
      () => 3,
      (project) => growLayer(project, 't', 10, 0),
    );
    const { width, height } = positionAt(edited, layerIn(edited, 't'), 3);
    expect(Number.parseFloat(width)).toBeCloseTo(60, 3);
    expect(Number.parseFloat(height)).toBeCloseTo(60, 3);
    expect(layerIn(edited, 't').lockAspectRatio).toBe(false);
  });

  it('returns the same project if nothing changes', () => {
    expect(
      editAt(
        keyed,
        ['t'],
        () => 2,
        (project) => nudgeLayer(project, 'x', 1, 1),
      ),
    ).toBe(keyed);
  });
});

describe('keyframes after edits of their layer', () => {
  const eased = [at(1, { x: '0%', easing: 'ease-in-out', opacity: 0 }), at(3, { x: '40%', opacity: 1 })];
  const project = makeProject([
    scene('s', [video('v', 8, { from: 0, position: whole, keyframes: eased })], { duration: 8 }),
    scene('p', [image('i', { to: 6, position: whole, keyframes: eased })], { duration: 8 }),
  ]);

  it.each([
    ['v', 0],
    ['i', 8],
  ])('move both parts of a split layer as before: %s', (id, start) => {
    for (const cut of [1.5, 2, 4]) {
      const halves = good(splitLayer(project, id, cut, countedIds()));
      for (let t = 0; t < 6; t += 0.1) expect(shownAt(halves, start + t)).toEqual(shownAt(project, start + t));
      const counts = halves.scenes.flatMap(({ layers }) => layers.map((layer) => keyframesOf(layer).length));
      if (cut === 4) expect(Math.min(...counts)).toBe(1);
    }
  });

  it('keep their moments when the start is trimmed and restored', () => {
    for (const id of ['v', 'i']) {
      const later = trimLayerTime(project, id, 'start', 2);
      expect(keyframesOf(layerIn(later, id)).map(({ time }) => time)).toEqual([-1, 1]);
      expect(keyframesOf(layerIn(trimLayerTime(later, id, 'start', 0), id))).toEqual(eased);
    }
    const trimmed = good(trimLayer(project, 'v', 2, 8));
    expect(keyframesOf(layerIn(trimmed, 'v')).map(({ time }) => time)).toEqual([-1, 1]);
  });

  it('scale with the speed', () => {
    const fast = setMotion(project, 'v', { speed: 2 });
    expect(keyframesOf(layerIn(fast, 'v')).map(({ time }) => time)).toEqual([0.5, 1.5]);
    expect(keyframesOf(layerIn(setMotion(fast, 'v', { speed: 1 }), 'v'))).toEqual(eased);
  });

  it('give a frozen frame its position at that moment', () => {
    const { project: frozen, frozenId } = good(freezeFrame(project, 'v', 2, countedIds()));
    expect(keyedAt(keyframesOf(layerIn(frozen, frozenId)), 0)).toMatchObject({ x: 20, opacity: 0.5 });
    expect(shownAt(frozen, 3.5)[0]).toMatchObject({ opacity: 0.5 });
  });

  it('are offset in a copy and kept for a replaced file', () => {
    const copied = duplicateLayer(project, 'i', () => 'copy');
    expect(keyframesOf(layerIn(copied, 'copy')).map(({ x }) => x)).toEqual(['3%', '43%']);
    const media = {
      kind: 'image' as const,
      url: 'n.png',
      width: 4,
      height: 3,
      duration: 0,
      hasAudio: false,
      animated: false,
    };
    expect(
      keyframesOf(
        layerIn(
          replaceLayer(project, 'i', media, () => 'new'),
          'new',
        ),
      ),
    ).toEqual(eased);
  });

  it('keep pixel positions when the canvas grows at a side', () => {
    const grown = expandPadding(project, 'left');
    const by = canvasSize(grown).width - canvasSize(project).width;
    for (const t of [1, 2, 2.5]) expect(shownAt(grown, t)[0]?.x).toBeCloseTo((shownAt(project, t)[0]?.x ?? 0) + by, 1);
  });

  it('keep the same stretch in a box of another shape', () => {
    const wide = [at(0, whole), at(1, { ...whole, width: '100%', height: '100%' })];
    const lake = makeProject([
      scene('s', [image('i', { width: 100, height: 100, position: whole, keyframes: wide })], { duration: 4 }),
    ]);
    const filled = fillLayer(lake, 'i');
    expect(layerIn(filled, 'i').position).toMatchObject({ width: '100%', height: '100%' });
    expect(keyframesOf(layerIn(filled, 'i'))[1]).toMatchObject({ width: '200%', height: '200%' });
  });
});
