import { allLayers, isOverlay, OVERLAY_ID } from '../project/allLayers.ts';
import { allTrimProblems } from '../project/crossFieldProblems.ts';
import type { MakeId } from '../project/id.ts';
import type { Layer, ProjectLayer } from '../project/layers.ts';
import {
  MAX_CUES,
  MAX_LAYERS_PER_SCENE,
  MAX_MARKERS,
  MAX_PROJECT_LAYERS,
  MAX_SCENES,
  MIN_TRIM_SECONDS,
} from '../project/limits.ts';
import type { Marker, Project, Scene } from '../project/project.ts';
import type { Cue } from '../project/subtitles.ts';
import { overlayOf, withProjectLayers } from '../timeline/overlay.ts';
import { withoutLoneLinks } from './link.ts';
import { roomInProject } from './room.ts';

/** Result of merging two changed versions of a project. */
export interface Merged {
  project: Project;
  /** true: both changed the same thing in different ways; `project` has the values of `mine`. */
  isConflict: boolean;
}

type Fields = Record<string, unknown>;

/** Fields that only have a meaning together: a change to one counts as a change to all. */
const COUPLED = {
  project: [['ratio', 'width', 'height', 'padding']],
  scene: [],
  layer: [
    ['type', 'url', 'width', 'height', 'duration', 'fps', 'isTrimmed', 'startTime', 'endTime'],
    ['from', 'to', 'anchor'],
  ],
  cue: [
    ['startTime', 'endTime'],
    ['text', 'words'],
  ],
  marker: [],
};
/** Fields that editors derive from others: different values are not a conflict. */
const DERIVED = {
  project: ['duration', 'version'],
  scene: ['maxLayer'],
  layer: [] as string[],
  cue: [] as string[],
  marker: [] as string[],
};

/**
 * Merges two versions of a project with a common base, field by field; scenes, layers and subtitles are matched by id.
 * A change on one side wins. Something deleted on one side and changed on the other stays. A layer that one side moved to
 * another scene and the other changed gets both. If both changed a field, mine wins. Unchanged parts keep their object identity.
 * @param base the common version.
 */
export function mergeProjects(base: Project, mine: Project, theirs: Project): Merged {
  const merger = createMerger();
  const merged = merger.mergeProject(base, mine, theirs);
  // One side may have removed a layer, and the other changed a layer that is linked with it.
  const project = merged === mine || merged === theirs ? merged : withoutLoneLinks(merged);
  // Invalid for example if both sides added many layers.
  return isSound(project, mine) ? { project, isConflict: merger.isConflict() } : { project: mine, isConflict: true };
}

/** Layers that follow a scene which the merge removed keep their place in the video instead. */
function withAnchors(layers: ProjectLayer[], scenes: readonly Scene[], sides: readonly Project[]): ProjectLayer[] {
  const ids = new Set(scenes.map(({ id }) => id));
  const isLost = ({ anchor }: ProjectLayer) => anchor !== undefined && !ids.has(anchor);
  if (!layers.some(isLost)) return layers;
  return layers.map((layer) => {
    if (layer.anchor === undefined || ids.has(layer.anchor)) return layer;
    const placed = sides.flatMap((side) => overlayOf(side).layers.filter(({ id }) => id === layer.id))[0];
    const { anchor: _, ...free } = layer;
    const from = Math.max(0, placed?.from ?? 0);
    const to = placed?.to;
    return { ...free, from, ...(to === undefined ? {} : { to: Math.max(to, from + MIN_TRIM_SECONDS) }) };
  });
}

/** The scenes and the layers of the whole project. */
interface AllLayers {
  scenes: Scene[];
  layers: ProjectLayer[];
}

/**
 * Resolves layers that one side moved to another scene or to the whole project, and the other changed where they were:
 * such a layer has both changes, and the place and time of the side that moved it; mine, if both did.
 */
function withLayersOnce(
  { scenes, layers }: AllLayers,
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', Project>,
  mergeLayer: (base: Layer | undefined, mine: Layer, theirs: Layer) => Layer,
): AllLayers {
  const [seen, twins] = [new Set<string>(), new Set<string>()];
  for (const { id } of allLayers({ scenes, layers })) (seen.has(id) ? twins : seen).add(id);
  if (twins.size === 0) return { scenes, layers };
  const [was, own, other] = [placesIn(base, twins), placesIn(mine, twins), placesIn(theirs, twins)];
  const isIn = (id: string, place: string) =>
    (isOverlay({ id: place }) ? layers : scenes.find((scene) => scene.id === place)?.layers)?.some(
      (layer) => layer.id === id,
    );
  const settled = new Map<string, { place: string; layer: ProjectLayer }>();
  for (const id of twins) {
    const [b, m, t] = [was.get(id), own.get(id), other.get(id)];
    if (!m || !t) continue;
    const mover = m.place !== b?.place && isIn(id, m.place) ? m : t;
    const { from: _, to: __, anchor: ___, ...rest } = mergeLayer(b?.layer, m.layer, t.layer) as ProjectLayer;
    const { from, to, anchor } = mover.layer;
    const time = Object.entries({ from, to, anchor }).filter(([, value]) => value !== undefined);
    settled.set(id, { place: mover.place, layer: { ...rest, ...Object.fromEntries(time) } as ProjectLayer });
  }
  const at = <L extends Layer>(list: L[], place: string): L[] =>
    list.flatMap((layer) => {
      const one = settled.get(layer.id);
      if (!one) return [layer];
      return one.place === place ? [one.layer as Layer as L] : [];
    });
  return {
    scenes: scenes.map((scene) => ({ ...scene, layers: at(scene.layers, scene.id) })),
    layers: at(layers, OVERLAY_ID),
  };
}

/** Returns some layers of a project by id, with the ids of their scenes or of the overlay. */
function placesIn(
  { scenes, layers = [] }: Project,
  ids: ReadonlySet<string>,
): Map<string, { place: string; layer: ProjectLayer }> {
  const found = new Map<string, { place: string; layer: ProjectLayer }>();
  for (const { id: place, layers: list } of [...scenes, { id: OVERLAY_ID, layers }]) {
    for (const layer of list) if (ids.has(layer.id)) found.set(layer.id, { place, layer });
  }
  return found;
}

function createMerger() {
  let conflicts = 0;
  const note = () => {
    conflicts += 1;
  };
  const mergeMarker = (base: Marker | undefined, mine: Marker, theirs: Marker): Marker =>
    mergeFields('marker', base ?? {}, mine, theirs, {}, note);
  const mergeLayer = (base: Layer | undefined, mine: Layer, theirs: Layer): Layer => {
    if (base?.type === 'subtitles' && mine.type === 'subtitles' && theirs.type === 'subtitles') {
      const cues = mergeLists(base.cues, mine.cues, theirs.cues, mergeCue(note), note);
      return mergeFields<Layer>('layer', base, mine, theirs, { cues }, note);
    }
    if (base && mine.type === theirs.type) return mergeFields('layer', base, mine, theirs, {}, note);
    // Fields of different layer types cannot be merged.
    if (base && isEqualJson(base, mine)) return theirs;
    if (!isEqualJson(base, theirs) && !isEqualJson(mine, theirs)) note();
    return mine;
  };
  const mergeScene = (base: Scene | undefined, mine: Scene, theirs: Scene): Scene => {
    if (mine === theirs || base === theirs) return mine;
    const layers = mergeLists(base?.layers ?? [], mine.layers, theirs.layers, mergeLayer, note);
    return mergeFields('scene', base ?? {}, mine, theirs, { layers }, note);
  };
  return {
    mergeProject(base: Project, mine: Project, theirs: Project): Project {
      if (mine === theirs || base === theirs) return mine;
      if (base === mine) return theirs;
      const scenes = mergeLists(base.scenes, mine.scenes, theirs.scenes, mergeScene, note);
      const markers = mergeLists(base.markers ?? [], mine.markers ?? [], theirs.markers ?? [], mergeMarker, note);
      const lists = markers.length > 0 || mine.markers ? { scenes, markers } : { scenes };
      const own = ({ layers }: Project): ProjectLayer[] => layers ?? [];
      const lasting = mergeLists(own(base), own(mine), own(theirs), mergeLayer, note);
      const once = withLayersOnce({ scenes, layers: lasting }, { base, mine, theirs }, mergeLayer);
      if (!mine.layers && !theirs.layers)
        return mergeFields('project', base, mine, theirs, { ...lists, scenes: once.scenes }, note);
      const layers = withAnchors(once.layers, once.scenes, [mine, theirs]);
      const merged = mergeFields('project', base, mine, theirs, { ...lists, scenes: once.scenes, layers }, note);
      return merged === mine || merged === theirs ? merged : withProjectLayers(merged, layers);
    },
    isConflict: () => conflicts > 0,
  };
}

/** Merges all fields except those in `merged`, which are already merged. */
function mergeFields<T extends object>(
  kind: keyof typeof COUPLED,
  base: Partial<T>,
  mine: T,
  theirs: T,
  merged: Partial<T>,
  note: () => void,
): T {
  const [was, own, other] = [base, mine, theirs] as [Fields, Fields, Fields];
  const result: Fields = { ...mine, ...merged };
  const names = new Set([...Object.keys(own), ...Object.keys(other)].filter((name) => !(name in merged)));
  for (const group of groupsOf(kind, names)) {
    const changed = group.some((name) => !isEqualJson(was[name], other[name]));
    const differs = changed && group.some((name) => !isEqualJson(own[name], other[name]));
    if (!differs) continue;
    if (group.some((name) => !isEqualJson(was[name], own[name]))) {
      if (!group.every((name) => DERIVED[kind].includes(name))) note();
      continue;
    }
    for (const name of group) {
      if (other[name] === undefined) delete result[name];
      else result[name] = other[name];
    }
  }
  return sharedWith(result as T, mine, theirs);
}

function groupsOf(kind: keyof typeof COUPLED, names: ReadonlySet<string>): string[][] {
  const coupled: string[][] = COUPLED[kind];
  const alone = [...names].filter((name) => !coupled.some((group) => group.includes(name)));
  return [...coupled, ...alone.map((name) => [name])];
}

/**
 * Merges two versions of a list of subtitles, as mergeProjects does. If both sides wrote different text into the same
 * empty cue, both texts stay.
 * @param base the common list.
 */
export function mergeCues(base: readonly Cue[], mine: readonly Cue[], theirs: readonly Cue[], makeId: MakeId): Cue[] {
  const [was, own] = [byId(base), byId(mine)];
  const isBare = (cue: Cue | undefined) => (cue?.text ?? '').trim() === '';
  const others = theirs.map((cue) => {
    const twin = own.get(cue.id);
    const isOther = twin && isBare(was.get(cue.id)) && !isBare(twin) && !isBare(cue) && twin.text !== cue.text;
    return isOther ? { ...cue, id: makeId() } : cue;
  });
  return mergeLists(
    base,
    mine,
    others,
    mergeCue(() => {}),
    () => {},
  );
}

function mergeCue(note: () => void) {
  return (base: Cue | undefined, mine: Cue, theirs: Cue): Cue => {
    if (mine === theirs || base === theirs) return mine;
    return base === mine ? theirs : mergeFields('cue', base ?? {}, mine, theirs, {}, note);
  };
}

/**
 * Merges two lists of items with ids and a common base: order, deletions and additions.
 * @param note called on a conflict; then mine wins.
 */
export function mergeLists<T extends { id: string }>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  mergeItem: (base: T | undefined, mine: T, theirs: T) => T,
  note: () => void,
): T[] {
  if (mine === theirs || base === theirs) return mine as T[];
  if (base === mine) return theirs as T[];
  const [was, own, other] = [byId(base), byId(mine), byId(theirs)];
  const mergeOne = (id: string): T | undefined => {
    const [b, m, t] = [was.get(id), own.get(id), other.get(id)];
    if (m && t) return mergeItem(b, m, t);
    const left = m ?? t;
    // Deleted on the other side and unchanged on this one.
    return b && isEqualJson(b, left) ? undefined : left;
  };
  const isMine = isReordered(base, mine);
  const isTheirs = isReordered(base, theirs);
  if (isMine && isTheirs && !areSameIds(idsOf(mine, other), idsOf(theirs, own))) note();
  const [lead, follow] = isTheirs && !isMine ? [theirs, mine] : [mine, theirs];
  const ids = mergeOrder(idsOf(lead), idsOf(follow));
  const items = ids.map(mergeOne).filter((item) => item !== undefined);
  return sharedList(items, mine, theirs);
}

/** Returns the ids of both lists in the order of the first; additional ids follow their predecessor in the second. */
function mergeOrder(lead: readonly string[], follow: readonly string[]): string[] {
  const result = [...lead];
  const known = new Set(lead);
  follow.forEach((id, index) => {
    if (known.has(id)) return;
    known.add(id);
    const before = follow[index - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id);
  });
  return result;
}

function isReordered<T extends { id: string }>(base: readonly T[], side: readonly T[]): boolean {
  return !areSameIds(idsOf(base, byId(side)), idsOf(side, byId(base)));
}

/** Compares element by element, because lists may have thousands of ids. */
function areSameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

function idsOf<T extends { id: string }>(list: readonly T[], among?: ReadonlyMap<string, T>): string[] {
  return list.map(({ id }) => id).filter((id) => !among || among.has(id));
}

function byId<T extends { id: string }>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((item) => [item.id, item]));
}

/**
 * Returns whether ids are unique, lists short enough and trims long enough: all that a merge of valid projects can
 * break.
 */
function isSound(project: Project, mine: Project): boolean {
  const { scenes, markers = [] } = project;
  const ids = allLayers(project).map(({ id }) => id);
  return (
    scenes.length > 0 &&
    scenes.length <= MAX_SCENES &&
    roomInProject(project) >= 0 &&
    scenes.every(({ layers }) => layers.length <= MAX_LAYERS_PER_SCENE) &&
    (project.layers ?? []).length <= MAX_PROJECT_LAYERS &&
    allLayers(project).every(hasFewCues) &&
    markers.length <= MAX_MARKERS &&
    allTrimProblems(project).length <= allTrimProblems(mine).length &&
    new Set(ids).size === ids.length
  );
}

function hasFewCues(layer: Layer): boolean {
  return layer.type !== 'subtitles' || layer.cues.length <= MAX_CUES;
}

function sharedWith<T extends object>(result: T, mine: T, theirs: T): T {
  if (isEqualJson(result, mine)) return mine;
  return isEqualJson(result, theirs) ? theirs : result;
}

function sharedList<T>(items: T[], mine: readonly T[], theirs: readonly T[]): T[] {
  for (const list of [mine, theirs]) {
    if (list.length === items.length && items.every((item, index) => item === list[index])) return list as T[];
  }
  return items;
}

/** Returns whether two JSON values are equal; an undefined field equals a missing one. */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    const areLists = Array.isArray(a) && Array.isArray(b) && a.length === b.length;
    return areLists && a.every((one, index) => isEqualJson(one, b[index]));
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const name of names) if (!isEqualJson((a as Fields)[name], (b as Fields)[name])) return false;
  return true;
}
