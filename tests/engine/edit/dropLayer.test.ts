import { describe, expect, it } from 'vitest';
import { dropLayer, type LayerDrop } from '../../../engine/edit/dropLayer.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { newMediaLayer } from '../../../engine/edit/newLayers.ts';
import { MAX_LAYERS_PER_SCENE } from '../../../engine/project/limits.ts';
import { layerTime } from '../../../engine/timeline/durations.ts';
import { lanesOf } from '../../../engine/timeline/lanes.ts';
import { countedIds, makeProject, scene, text, video } from '../make.ts';

const facts = { url: 'new.mp4', width: 800, height: 400, duration: 2, hasAudio: true, animated: false };
const clip = newMediaLayer({ ...facts, kind: 'video' }, () => 'new');
const song = newMediaLayer({ ...facts, kind: 'audio' }, () => 'new');
const project = makeProject([scene('a', [text('t'), video('v', 6)]), scene('b', [video('w', 4)])]);
const drop = (layer: typeof clip, at: LayerDrop) => dropLayer(project, layer, at, countedIds());

/** The scene and the span of a layer, in seconds of its scene. */
function placeOf(now: typeof project, id: string): [string, number, number] | undefined {
  const found = findLayer(now, id);
  if (!found) return undefined;
  const { from, to } = layerTime(now, found);
  return [found.scene.id, from, to];
}

/** The lane of a layer. */
const laneOf = (now: typeof project, id: string) =>
  [...lanesOf(now).visual, ...lanesOf(now).audio].find(({ spans }) => spans.some(({ layer }) => layer.id === id))?.lane;

describe('dropLayer', () => {
  it('begins where it is dropped, in the scene that plays then', () => {
    expect(placeOf(drop(clip, { at: 1.5 }), 'new')).toEqual(['a', 1.5, 3.5]);
    expect(placeOf(drop(clip, { at: 6 }), 'new')).toEqual(['b', 0, 2]);
    expect(placeOf(drop(song, { at: 7.25 }), 'new')).toEqual(['b', 1.25, 3.25]);
  });

  it('stays within the video', () => {
    expect(placeOf(drop(clip, { at: -3 }), 'new')).toEqual(['a', 0, 2]);
    expect(placeOf(drop(clip, { at: 99 }), 'new')).toEqual(['b', 4, 6]);
  });

  it('takes the row that it is dropped on, in front where that is taken', () => {
    const { visual } = lanesOf(project);
    const below = visual.at(-1)?.lane;
    expect(laneOf(drop(clip, { at: 1, lane: -1 }), 'new')).toBe(0);
    const inFront = drop(clip, { at: 10, lane: below });
    expect(laneOf(inFront, 'new')).toBe(laneOf(inFront, 'w'));
    const among = drop(clip, { at: 1, lane: below });
    expect(laneOf(among, 'new')).toBe((laneOf(among, 'v') ?? 0) + 1);
    expect(laneOf(among, 't')).toBe((laneOf(among, 'new') ?? 0) + 1);
  });

  it('is inserted between the layers of its row, or overwrites them', () => {
    const lane = laneOf(project, 'v');
    const inserted = drop(clip, { at: 2, lane, mode: 'insert' });
    expect(placeOf(inserted, 'v')).toEqual(['a', 0, 2]);
    expect(placeOf(inserted, 'new')).toEqual(['a', 2, 4]);
    expect(placeOf(inserted, 'n1')).toEqual(['a', 4, 8]);
    const overwritten = drop(clip, { at: 2, lane, mode: 'overwrite' });
    expect(placeOf(overwritten, 'n1')).toEqual(['a', 4, 6]);
  });

  it('changes nothing if the scene is full', () => {
    const texts = Array.from({ length: MAX_LAYERS_PER_SCENE }, (_, index) => text(`t${index}`));
    const full = makeProject([scene('a', texts)]);
    expect(dropLayer(full, clip, { at: 0 }, countedIds())).toBe(full);
  });
});
