import { describe, expect, it } from 'vitest';
import { scenesAndOverlay } from '../../../engine/edit/find.ts';
import { nudgeLayer, removeLayer, spreadLayers } from '../../../engine/edit/layers.ts';
import { setLayerTime } from '../../../engine/edit/layerTime.ts';
import { addMarker, markersOf, moveMarker, removeMarker, renameMarker } from '../../../engine/edit/markers.ts';
import { mergeProjects } from '../../../engine/edit/mergeProjects.ts';
import { bringForward } from '../../../engine/edit/order.ts';
import { returnToScene, spanProject } from '../../../engine/edit/projectLayers.ts';
import { addScene, removeScene, reorderScene } from '../../../engine/edit/scenes.ts';
import { setLayerFields } from '../../../engine/edit/style.ts';
import { allLayers } from '../../../engine/project/allLayers.ts';
import { MAX_LAYERS_PER_SCENE, MAX_MARKERS } from '../../../engine/project/limits.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { createDice } from '../../property/dice.ts';
import { act, actionNames } from '../../property/randomActions.ts';
import { countedIds, good, makeProject, scene, sceneAt, text, video } from '../make.ts';

const base = makeProject([scene('s1', [text('a', { text: 'A' }), text('b'), video('v', 5)]), scene('s2', [text('c')])]);

/** Adds texts at the front of the first scene, like the Studio. */
function withTexts(project: Project, ...ids: string[]): Project {
  const layers = [...ids.map((id) => ({ ...text(id), text: id })), ...sceneAt(project, 0).layers];
  return makeProject([{ ...sceneAt(project, 0), layers }, ...project.scenes.slice(1)]);
}

const layerIds = (project: Project, index = 0) => sceneAt(project, index).layers.map(({ id }) => id);
const write = (project: Project, id: string, words: string) => setLayerFields(project, id, 'text', { text: words });

describe('mergeProjects', () => {
  it('keeps the additions of both versions: three texts in one tab, a nudge in the other', () => {
    const mine = nudgeLayer(base, 'a', 1, 0);
    const { project, isConflict } = mergeProjects(base, mine, withTexts(base, 't1', 't2', 't3'));
    expect(layerIds(project)).toEqual(['t1', 't2', 't3', 'a', 'b', 'v']);
    expect(sceneAt(project, 0).layers[3]).toBe(sceneAt(mine, 0).layers[0]);
    expect(isConflict).toBe(false);
  });

  it('returns the very object of the only version that changed', () => {
    const changed = write(base, 'a', 'changed');
    expect(mergeProjects(base, base, changed).project).toBe(changed);
    expect(mergeProjects(base, changed, base).project).toBe(changed);
    // As read from a store, where no object is identical.
    expect(mergeProjects(base, changed, structuredClone(base)).project).toBe(changed);
    expect(mergeProjects(base, changed, structuredClone(changed))).toEqual({ project: changed, isConflict: false });
  });

  it('merges by field, not by layer', () => {
    const { project, isConflict } = mergeProjects(base, nudgeLayer(base, 'a', 3, 0), write(base, 'a', 'theirs'));
    expect(sceneAt(project, 0).layers[0]).toMatchObject({ text: 'theirs', position: { x: '3%' } });
    expect(isConflict).toBe(false);
  });

  it('keeps the markers of both versions and merges name and time of one marker', () => {
    const marked = addMarker(base, 1, () => 'm');
    const mine = addMarker(renameMarker(marked, 'm', 'Beat'), 4, () => 'n');
    const { project, isConflict } = mergeProjects(
      marked,
      mine,
      addMarker(moveMarker(marked, 'm', 2), 3, () => 'o'),
    );
    expect(markersOf(project)).toEqual([
      { id: 'm', at: 2, name: 'Beat' },
      { id: 'o', at: 3 },
      { id: 'n', at: 4 },
    ]);
    expect(isConflict).toBe(false);
    expect(mergeProjects(marked, removeMarker(marked, 'm'), marked).project.markers).toEqual([]);
    const other = addMarker(marked, 5, () => 'p');
    expect(mergeProjects(marked, removeMarker(marked, 'm'), other).project.markers).toEqual([{ id: 'p', at: 5 }]);
    expect(mergeProjects(marked, other, removeMarker(marked, 'm')).project.markers).toEqual([{ id: 'p', at: 5 }]);
  });

  it('prefers mine and reports a conflict if both changed one field', () => {
    const { project, isConflict } = mergeProjects(base, write(base, 'a', 'mine'), write(base, 'a', 'theirs'));
    expect(sceneAt(project, 0).layers[0]).toMatchObject({ text: 'mine' });
    expect(isConflict).toBe(true);
  });

  it('keeps what one version deleted and the other changed, and drops what only one deleted', () => {
    const deleted = removeLayer(removeLayer(base, 'a'), 'b');
    expect(layerIds(mergeProjects(base, deleted, write(base, 'b', 'theirs')).project)).toEqual(['b', 'v']);
    expect(layerIds(mergeProjects(base, write(base, 'b', 'mine'), deleted).project)).toEqual(['b', 'v']);
    expect(mergeProjects(base, removeScene(base, 's2'), write(base, 'c', 'x')).project.scenes).toHaveLength(2);
  });

  it('reports a conflict if both versions have what their origin lacks, as after an undone deletion', () => {
    const [mine, theirs] = [write(base, 'a', 'mine'), write(withTexts(base, 't'), 'a', 'theirs')];
    for (const from of [removeLayer(base, 'a'), removeScene(base, 's1')]) {
      const { project, isConflict } = mergeProjects(from, mine, theirs);
      expect(layerIds(project)).toEqual(['t', 'a', 'b', 'v']);
      expect(sceneAt(project, 0).layers[1]).toMatchObject({ text: 'mine' });
      expect(isConflict).toBe(true);
    }
  });

  it('keeps fields together that depend on each other', () => {
    const withVideo = (more: object) => makeProject([scene('s1', [video('v', 5, more)])]);
    const trimmed = withVideo({ isTrimmed: true, startTime: 1, endTime: 2.5 });
    const replaced = withVideo({ url: 'other.mp4', duration: 2 });
    const { project, isConflict } = mergeProjects(withVideo({}), replaced, trimmed);
    expect(sceneAt(project, 0).layers.at(-1)).toMatchObject({ url: 'other.mp4', isTrimmed: false });
    expect(isConflict).toBe(true);
  });

  it('uses the order of the version that changed it', () => {
    const swapped = bringForward(base, 'b');
    expect(layerIds(mergeProjects(base, write(base, 'a', 'x'), swapped).project)).toEqual(['b', 'a', 'v']);
    const moved = reorderScene(
      addScene(base, () => 's3'),
      's2',
      -1,
    );
    expect(mergeProjects(base, withTexts(base, 't'), moved).project.scenes.map(({ id }) => id)).toEqual([
      's2',
      's1',
      's3',
    ]);
  });

  it('merges by cue: keeps text, times, additions and removals of both tabs', () => {
    const cue = (id: string, startTime: number, text: string) => ({ id, text, startTime, endTime: startTime + 1 });
    const cues = [cue('c1', 0, 'One'), cue('c2', 1, 'Two'), cue('c3', 2, 'Three'), cue('c4', 3, 'Four')];
    const said = (list: readonly object[]) =>
      makeProject([scene('s', [{ id: 'x', type: 'subtitles', cues: list as typeof cues }, video('v', 9)])]);
    const [one, two, three, four] = cues as [object, object, object, object];
    const mine = said([{ ...one, text: 'Uno' }, cue('m', 0.5, 'Mine'), two, { ...three, text: 'Tres' }]);
    const theirs = said([{ ...one, startTime: 0.25 }, { ...two, endTime: 2.5 }, three, four, cue('t', 7, 'Theirs')]);
    const { project, isConflict } = mergeProjects(said(cues), mine, theirs);
    expect(sceneAt(project, 0).layers[0]).toMatchObject({
      cues: [
        { ...one, text: 'Uno', startTime: 0.25 },
        cue('m', 0.5, 'Mine'),
        { ...two, endTime: 2.5 },
        { ...three, text: 'Tres' },
        cue('t', 7, 'Theirs'),
      ],
    });
    expect(isConflict).toBe(false);
    const other = mergeProjects(said(cues), mine, said([{ ...one, text: 'Un' }, two, three, four]));
    expect(other.isConflict).toBe(true);
    expect(sceneAt(other.project, 0).layers[0]).toMatchObject({ cues: [{ text: 'Uno' }, {}, {}, {}] });
    // Each end alone could come after the other version's start.
    const times = mergeProjects(said(cues), said([{ ...one, startTime: 0.9 }]), said([{ ...one, endTime: 0.5 }]));
    expect(times.isConflict).toBe(true);
    expect(sceneAt(times.project, 0).layers[0]).toMatchObject({ cues: [{ startTime: 0.9, endTime: 1 }] });
    const many = (first: string) => said([...cues, ...Array.from({ length: 2600 }, (_, i) => cue(first + i, i, 'x'))]);
    expect(mergeProjects(said(cues), many('m'), many('t')).isConflict).toBe(true);
  });

  it('keeps both changes of a layer that one version moved to the whole project, or to another scene', () => {
    const moved = spanProject(base, 'a');
    const both = (project: Project) => [layerIds(project), allLayers(project).find(({ id }) => id === 'a')];
    for (const [mine, theirs] of [
      [moved, write(base, 'a', 'New')],
      [write(base, 'a', 'New'), moved],
    ] as const) {
      const merged = mergeProjects(base, mine, theirs);
      expect(merged.isConflict).toBe(false);
      expect(both(merged.project)).toMatchObject([['b', 'v'], { text: 'New' }]);
      expect(merged.project.layers?.map(({ id }) => id)).toEqual(['a']);
    }
    const timed = good(setLayerTime(base, 'a', 1, 2));
    const spread = spreadLayers(base, ['b', 'a'], countedIds());
    for (const [mine, theirs] of [
      [spread, timed],
      [timed, spread],
    ] as const) {
      const { project } = mergeProjects(base, mine, theirs);
      expect(project.scenes.map(({ layers }) => layers.map(({ id }) => id))).toEqual([['b', 'v'], ['a'], ['c']]);
    }
    const returned = returnToScene(moved, 'a', 's2');
    const { project } = mergeProjects(moved, returned, good(setLayerTime(moved, 'a', 1, 2)));
    expect([project.layers, layerIds(project, 1)]).toEqual([undefined, ['a', 'c']]);
    expect(project.version).toBe(1);
  });

  it('reports a conflict as a whole if the merged project would exceed a limit', () => {
    const many = (first: string) =>
      withTexts(base, ...Array.from({ length: MAX_LAYERS_PER_SCENE - 10 }, (_, index) => `${first}${index}`));
    const mine = many('m');
    expect(mergeProjects(base, mine, many('t'))).toEqual({ project: mine, isConflict: true });
    const marked = (first: string) => {
      const markers = Array.from({ length: MAX_MARKERS - 10 }, (_, index) => ({ id: `${first}${index}`, at: index }));
      return { ...base, markers };
    };
    expect(mergeProjects(base, marked('m'), marked('t'))).toEqual({ project: marked('m'), isConflict: true });
    // Such a short span needs a set end, which one side no longer has.
    const part = (rest: object) => makeProject([scene('s', [video('v', 9, { isTrimmed: true, endTime: 4, ...rest })])]);
    const short = part({ endTime: 0.5, to: 3 });
    expect(mergeProjects(part({ to: 3 }), part({}), short)).toEqual({ project: part({}), isConflict: true });
  });

  it.each([1, 2, 3, 4, 5, 6])('merges to a valid project after random edits (seed %d)', (seed) => {
    const dice = createDice(seed);
    const makeId = countedIds();
    const edited = (project: Project, steps: number) => {
      let result = project;
      for (let step = 0; step < steps; step += 1) {
        const where = dice.pick(scenesAndOverlay(result));
        const layer = where.layers.length > 0 ? dice.pick(where.layers) : undefined;
        result = act(dice.pick(actionNames), result, { dice, makeId, copied: {}, scene: where, layer });
      }
      return result;
    };
    for (let round = 0; round < 60; round += 1) {
      const from = edited(base, 10);
      const [mine, theirs] = [edited(from, 5), JSON.parse(JSON.stringify(edited(from, 5))) as Project];
      const { project } = mergeProjects(from, mine, theirs);
      const parsed = parseProject(JSON.parse(JSON.stringify(project)));
      expect(parsed).toMatchObject({ ok: true });
      const known = new Set(allIds(from));
      const added = [...allIds(mine), ...allIds(theirs)].filter((id) => !known.has(id));
      expect(allIds(project)).toEqual(expect.arrayContaining(added));
      // Merging again changes nothing.
      expect(mergeProjects(theirs, project, theirs).project).toBe(project);
    }
  });
});

function allIds(project: Project): string[] {
  return allLayers(project).map(({ id }) => id);
}
