import { describe, expect, it } from 'vitest';
import { setPictureMotion } from '../../../engine/edit/animate.ts';
import { alignLayers, alignments, distributeLayers, nudgeLayers } from '../../../engine/edit/arrange.ts';
import { canHaveStyle, pasteStyle, styleOf } from '../../../engine/edit/copiedStyle.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { groupedWith, groupLayers, ungroupLayers } from '../../../engine/edit/group.ts';
import { hideLayers, lockLayers, renameLayer } from '../../../engine/edit/layerFlags.ts';
import { addMarker, renameMarker } from '../../../engine/edit/markers.ts';
import { moveLayersTime } from '../../../engine/edit/moveLayersTime.ts';
import { renameProject } from '../../../engine/edit/renameProject.ts';
import { duplicateScene } from '../../../engine/edit/scenes.ts';
import { duplicateLayers, pasteLayers, removeLayers } from '../../../engine/edit/severalLayers.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { mayCopy } from '../../../engine/timeline/mayCopy.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { countedIds, image, makeProject, scene, sceneAt, text, video } from '../make.ts';

const at = (x: number, y: number, width = 10, height = 10, rotation = 0) => ({
  position: { x: `${x}%`, y: `${y}%`, width: `${width}%`, height: `${height}%`, rotation },
});
const ofScene = (layers: readonly Layer[]) => ({ layers, projectLayers: [] });
const layersIn = (project: Project): Layer[] => sceneAt(project, 0).layers;
const placesOf = (project: Project) =>
  Object.fromEntries(layersIn(project).map(({ id, position }) => [id, [position?.x, position?.y].join(' ')]));

const project = makeProject(
  [scene('s', [text('a', at(10, 20)), text('b', at(40, 50, 20, 20)), text('c', at(85, 30)), text('d', at(5, 5))])],
  { width: 1000, height: 500 },
);

describe('alignLayers', () => {
  it.each([
    ['left', 'each other', '10% 20%, 10% 50%'],
    ['center', 'each other', '30% 20%, 25% 50%'],
    ['right', 'each other', '50% 20%, 40% 50%'],
    ['top', 'each other', '10% 20%, 40% 20%'],
    ['middle', 'each other', '10% 40%, 40% 35%'],
    ['bottom', 'each other', '10% 60%, 40% 50%'],
    ['right', 'canvas', '90% 20%, 80% 50%'],
    ['middle', 'canvas', '10% 45%, 40% 40%'],
  ] as const)('aligns layers to %s, relative to %s', (how, to, expected) => {
    const { a, b, c } = placesOf(alignLayers(project, ['a', 'b'], how, to));
    expect(`${a}, ${b}`).toBe(expected);
    expect(c).toBe('85% 30%');
  });

  it('treats a group as one layer, uses the bounds of a rotated layer, and skips a locked one', () => {
    const grouped = groupLayers(project, ['a', 'b'], () => 'g');
    expect(placesOf(alignLayers(grouped, ['a', 'b'], 'left', 'canvas'))).toMatchObject({ a: '0% 20%', b: '30% 50%' });
    expect(placesOf(alignLayers(grouped, ['a', 'b', 'd'], 'left', 'each other'))).toMatchObject({
      ...{ a: '5% 20%', b: '35% 50%', d: '5% 5%' },
    });
    const rotated = makeProject([scene('s', [text('a', at(40, 40, 20, 10, 90))])], { width: 1000, height: 1000 });
    expect(placesOf(alignLayers(rotated, ['a'], 'left', 'canvas'))).toEqual({ a: '-5% 40%' });
    const locked = lockLayers(project, ['b'], true);
    expect(placesOf(alignLayers(locked, ['a', 'b'], 'right', 'each other'))).toMatchObject({
      ...{ a: '50% 20%', b: '40% 50%' },
    });
  });

  it('returns the same project if all layers are aligned already or none exists', () => {
    for (const how of alignments) {
      const once = alignLayers(project, ['a', 'b', 'c'], how, 'each other');
      expect(alignLayers(once, ['a', 'b', 'c'], how, 'each other')).toBe(once);
      expect(alignLayers(project, ['gone'], how, 'canvas')).toBe(project);
    }
  });
});

describe('distributeLayers', () => {
  it('spaces layers evenly and keeps the outer ones in place', () => {
    // From 15 % to 85 %, minus 30 % of layers, leaves three gaps.
    const { a, b, c, d } = placesOf(distributeLayers(project, ['a', 'b', 'c', 'd'], 'x'));
    expect([d, a, b, c]).toEqual(['5% 5%', '28.3333% 20%', '51.6667% 50%', '85% 30%']);
    expect(distributeLayers(project, ['a', 'b'], 'x')).toBe(project);
  });
});

describe('nudgeLayers', () => {
  it('moves all layers as far as the most limited one can move, and no locked layer', () => {
    expect(placesOf(nudgeLayers(project, ['a', 'c'], 50, 1))).toMatchObject({ a: '45% 21%', c: '120% 31%' });
    const locked = lockLayers(project, ['a'], true);
    expect(placesOf(nudgeLayers(locked, ['a', 'b'], 1, 0))).toMatchObject({ a: '10% 20%', b: '41% 50%' });
    expect(nudgeLayers(locked, ['a'], 1, 0)).toBe(locked);
  });
});

describe('groups', () => {
  it('keep their layers together until they are ungrouped', () => {
    const grouped = groupLayers(project, ['a', 'c'], () => 'g');
    expect(groupedWith(sceneAt(grouped, 0), 'c')).toEqual(['a', 'c']);
    expect(groupedWith(sceneAt(grouped, 0), 'b')).toEqual(['b']);
    expect(ungroupLayers(grouped, ['a'])).toEqual(project);
    expect(groupLayers(project, ['a'], () => 'g')).toBe(project);
  });

  it('become separate groups when copied', () => {
    const grouped = groupLayers(project, ['a', 'c'], () => 'g');
    const copies = new Map([
      ['a', 'a2'],
      ['c', 'c2'],
    ]);
    const copied = sceneAt(
      duplicateLayers(grouped, copies, () => 'h'),
      0,
    );
    expect(copied.layers.map(({ id, group }) => `${id} ${group}`)).toEqual([
      ...['a2 h', 'a g', 'b undefined', 'c2 h', 'c g', 'd undefined'],
    ]);
    const alone = duplicateLayers(grouped, new Map([['a', 'a2']]), () => 'h');
    expect(
      layersIn(alone)
        .map(({ id, group }) => `${id} ${group}`)
        .slice(0, 2),
    ).toEqual(['a2 undefined', 'a g']);
    const again = pasteLayers(grouped, 's', ofScene(layersIn(grouped).slice(0, 1)), ['x'], () => 'h');
    expect([layersIn(again)[0]?.id, layersIn(again)[0]?.group]).toEqual(['x', undefined]);
    const pasted = sceneAt(
      pasteLayers(grouped, 's', ofScene(layersIn(grouped).slice(0, 3)), ['x', 'y', 'z'], () => 'h'),
      0,
    );
    expect(pasted.layers.slice(0, 4).map(({ id, group }) => `${id} ${group}`)).toEqual([
      ...['x h', 'y undefined', 'z h', 'a g'],
    ]);
  });
});

it('gives a copied scene its own groups, which are ungrouped separately', () => {
  const grouped = groupLayers(project, ['a', 'c'], () => 'g');
  const copied = duplicateScene(grouped, 's', countedIds());
  const groups = (now: Project) => now.scenes.map(({ layers }) => layers.map(({ group }) => group));
  const [first, second] = groups(copied);
  expect(first).toEqual(['g', undefined, 'g', undefined]);
  expect(second).toEqual(['n6', undefined, 'n6', undefined]);
  expect(groups(ungroupLayers(copied, ['a']))).toEqual([[...Array(4)], second]);
  // Older projects have scenes that were copied together with their group ids.
  const same = makeProject(
    copied.scenes.map((one) => ({ ...one, layers: one.layers.map((layer) => ({ ...layer, group: 'g' })) })),
  );
  expect(groups(ungroupLayers(same, ['a']))).toEqual([[...Array(4)], ['g', 'g', 'g', 'g']]);
});

describe('several layers', () => {
  it('are removed or pasted all or none', () => {
    expect(layersIn(removeLayers(project, ['a', 'c'])).map(({ id }) => id)).toEqual(['b', 'd']);
    const full = makeProject([
      scene(
        's',
        [...Array(499)].map((_, i) => text(`t${i}`)),
      ),
    ]);
    const two = layersIn(project).slice(0, 2);
    expect(pasteLayers(full, 's', ofScene(two), ['x', 'y'], countedIds())).toBe(full);
  });

  it('are visible in a scene that ends before they would start', () => {
    const late = layersIn(
      makeProject([scene('s', [text('a', { from: 7, to: 8 }), text('b', { from: 5 }), video('v', 9)])]),
    );
    const short = makeProject([scene('s'), scene('short', [], { duration: 3 })]);
    const pasted = pasteLayers(short, 'short', ofScene(late.slice(0, 2)), ['x', 'y'], countedIds());
    expect(sceneAt(pasted, 1).layers.map(({ id, from, to }) => `${id} ${from}–${to}`)).toEqual([
      'x 2–3',
      'y 0–undefined',
    ]);
    const long = makeProject([scene('s'), scene('long', [], { duration: 8 })]);
    expect(
      sceneAt(pasteLayers(long, 'long', ofScene(late.slice(0, 2)), ['x', 'y'], countedIds()), 1).layers[0]?.from,
    ).toBe(7);
  });

  it('move in time together, the first no further than the start of the scene', () => {
    const timed = makeProject([
      scene('s', [text('a', { from: 1, to: 2 }), text('b', { from: 3, to: 4 }), video('v', 20)]),
    ]);
    const times = (now: Project) => layersIn(now).map(({ from, to }) => [from, to].join());
    expect(times(moveLayersTime(timed, ['a', 'b'], 2))).toEqual(['3,4', '5,6', ',']);
    expect(times(moveLayersTime(timed, ['a', 'b'], -5))).toEqual([',1', '2,3', ',']);
    // The scene ends at 20 s.
    expect(times(moveLayersTime(timed, ['a', 'b'], 30))).toEqual(['17.9,18.9', '19.9,', ',']);
    expect(moveLayersTime(lockLayers(timed, ['a', 'b'], true), ['a', 'b'], 2)).toMatchObject(timed);
  });
});

describe('layer name, lock and visibility', () => {
  it('are set and cleared without a trace', () => {
    const marked = hideLayers(lockLayers(renameLayer(project, 'a', '  Logo '), ['a'], true), ['a'], true);
    expect(layersIn(marked)[0]).toMatchObject({ name: 'Logo', isLocked: true, isHidden: true });
    expect(hideLayers(marked, ['a'], true)).toBe(marked);
    expect(hideLayers(lockLayers(renameLayer(marked, 'a', ' '), ['a'], false), ['a'], false)).toEqual(project);
  });

  it('cut names between characters, like those of markers and projects', () => {
    const thumb = '\u{1f44d}\u{1f3fd}';
    const syllable = '\u0915\u094d\u0937\u093f';
    for (const [letter, kept] of [
      [thumb, 50],
      [syllable, 50],
      [`${'x'.repeat(199)}${thumb}`, 0],
      [`${'x'.repeat(198)}${thumb}`, 0],
    ] as const) {
      const wanted = kept > 0 ? letter.repeat(kept) : letter.replace(thumb, '');
      const long = kept > 0 ? letter.repeat(99) : letter;
      expect(layersIn(renameLayer(project, 'a', long))[0]?.name).toBe(wanted);
      const marked = renameMarker(
        addMarker(project, 1, () => 'm'),
        'm',
        long,
      );
      expect(marked.markers?.[0]?.name).toBe(wanted);
      expect(renameProject(project, long).name).toBe(wanted);
    }
  });
});

describe('a hidden layer', () => {
  const hidden = { isHidden: true };
  const shownAt = (layers: Parameters<typeof scene>[1], t: number) =>
    resolveFrame(sceneSpans(makeProject([scene('s', layers)])), t).layers.map(({ layer }) => layer.id);

  it('is neither visible nor audible, but still counts for the length of its scene', () => {
    const layers = [text('t', hidden), video('long', 9, hidden), video('v', 4)];
    expect(shownAt(layers, 1)).toEqual(['v']);
    const made = makeProject([scene('s', layers)]);
    expect([totalDuration(made), soundtrack(made).map(({ url }) => url)]).toEqual([9, ['v.mp4']]);
    expect(sceneSpans(made, 'all')[0]?.layers).toHaveLength(3);
  });

  it('does not prevent copying a video, unless it determines the length of the scene', () => {
    const whole = { width: 1920, height: 1080 };
    const isCopied = (other: object) => mayCopy(makeProject([scene('s', [other as never, video('v', 4)])], whole));
    expect([isCopied(text('t', hidden)), isCopied(text('t')), isCopied(video('w', 9, hidden))]).toEqual([
      ...[true, false, false],
    ]);
  });
});

describe('a copied style', () => {
  const styled = makeProject([
    scene('s', [
      text('a', { text: 'One', color: '#ff0000', name: 'First', animation: { id: 'hue-rotate' }, ...at(1, 1) }),
      text('b', { text: 'Two', radius: 99, ...at(2, 2) }),
      video('v', 3, { brightness: 50, speed: 2 }),
      { id: 'i', type: 'image', url: 'i.png' },
    ]),
  ]);
  const style = (id: string) => styleOf(layersIn(styled).find((layer) => layer.id === id) as Layer);

  it('contains the look of a layer, but not its content, position and time', () => {
    const [first, second] = layersIn(pasteStyle(styled, ['b'], style('a')));
    expect(second).toEqual({ ...first, id: 'b', text: 'Two', name: undefined, position: at(2, 2).position });
    expect(pasteStyle(styled, ['a'], style('a'))).toBe(styled);
  });

  it('contains the whole of an animation that was cut', () => {
    const faded = { type: 'fade' as const, duration: 1, at: 0.4, after: 0.2 };
    const animated = { animation: { id: 'typewriter' as const, at: 1 }, animateIn: faded, animateOut: faded };
    const made = makeProject([scene('s', [text('a', animated), text('b')])]);
    const [, second] = layersIn(pasteStyle(made, ['b'], styleOf(layersIn(made)[0] as Layer)));
    const fade = { type: 'fade', duration: 1 };
    expect(second).toMatchObject({ animation: { id: 'typewriter' }, animateIn: fade, animateOut: fade });
    expect(JSON.stringify(second)).not.toMatch(/"(at|after)":/);
  });

  it('excludes the loudness of a video but includes that of an audio layer', () => {
    const made = makeProject([
      scene('s', [
        video('v', 3, { brightness: 50, volume: 0.2, fadeIn: 1 }),
        video('w', 3, { volume: 1.5, fadeOut: 2 }),
        { id: 'm', type: 'audio', url: 'm.mp3', volume: 0.3 },
        { id: 'n', type: 'audio', url: 'n.mp3' },
      ]),
    ]);
    const [one, , sound] = layersIn(made) as [Layer, Layer, Layer];
    const styled = pasteStyle(made, ['w'], styleOf(one));
    expect(layersIn(styled)[1]).toMatchObject({ brightness: 50, volume: 1.5, fadeIn: 0, fadeOut: 2 });
    expect(layersIn(pasteStyle(made, ['n'], styleOf(sound)))[3]).toMatchObject({ volume: 0.3 });
  });

  it('applies from a video to an image without video-only fields, but not to a text', () => {
    const picture = layersIn(pasteStyle(styled, ['i'], style('v')))[3];
    expect(picture).toMatchObject({ brightness: 50, url: 'i.png' });
    expect(picture).not.toHaveProperty('speed');
    expect(canHaveStyle(style('v'), layersIn(styled)[0] as Layer)).toBe(false);
    expect(pasteStyle(styled, ['a'], style('v'))).toBe(styled);
  });
});

it('gives other images the motion of a copied style for their own length', () => {
  const lengths = [5, 3, 8];
  const slides = lengths.map((duration, i) => scene(`s${i}`, [image(`i${i}`)], { duration }));
  const moving = setPictureMotion(makeProject(slides), 'i0', { type: 'zoom-in' });
  const style = styleOf(find(moving, 'i0'));
  const all = pasteStyle(moving, ['i1', 'i2'], style);
  expect(['i0', 'i1', 'i2'].map((id) => find(all, id))).toMatchObject(
    lengths.map((duration) => ({ motion: { type: 'zoom-in', duration } })),
  );
  expect(pasteStyle(all, ['i1', 'i2'], style)).toBe(all);
  const plain = styleOf(find(makeProject(slides), 'i0'));
  expect(find(pasteStyle(all, ['i1'], plain), 'i1')).toMatchObject({ motion: { type: 'zoom-in' } });
});

function find(project: Project, id: string): Layer {
  return findLayer(project, id)?.layer as Layer;
}
