import type { CutVideo } from '../../../engine/edit/cueStrikes.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { changeLayerCues } from '../../../engine/edit/layerCues.ts';
import { mergeProjects } from '../../../engine/edit/mergeProjects.ts';
import { cuesWithoutSpans, removeSpans } from '../../../engine/edit/removeSpan.ts';
import { isPlayed } from '../../../engine/kinds/families.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Layer, PlayedLayer } from '../../../engine/project/layers.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { layerSpans } from '../../../engine/timeline/spans.ts';
import { spansWithout, type TimeSpan } from '../../../engine/timeline/timeSpans.ts';

/**
 * Cuts words, silences and fillers out of the open project, so that they can be restored: the project before the cuts
 * is remembered, and each cut is made again from it, with the edits that were made since. As soon as clips are moved,
 * trimmed or added in another way, the cuts stay as they are, and only undo restores them.
 */

/** What was cut out of a project, and what it was before. */
export interface WordCuts {
  /** The project before, with the edits of the subtitles since. */
  base: Project;
  /** In order, in seconds of `base`. */
  removed: readonly TimeSpan[];
  /** The same, as it could be cut. */
  gone: readonly TimeSpan[];
  /** The result, without later edits. */
  result: Project;
  /** Ids of the parts of layers, by their keys (removeSpans), so that a further cut keeps them. */
  ids: ReadonlyMap<string, string>;
}

/** The cuts of subtitles: lists of cues never change, so undo and redo find those of their state. */
const cutsByCues = new WeakMap<readonly Cue[], WordCuts>();

/** Returns what can be restored at a subtitle layer; without any cuts, the project itself is the base. */
export function wordCutsOf(project: Project, layerId: string): WordCuts {
  const cuts = cutsByCues.get(cuesOf(project, layerId));
  if (cuts && cuts.removed.length > 0 && isSameInTime(cuts.result, project)) return cuts;
  return { base: project, removed: [], gone: [], result: project, ids: new Map() };
}

function cuesOf(project: Project, layerId: string): Cue[] {
  const layer = findLayer(project, layerId)?.layer;
  return layer?.type === 'subtitles' ? layer.cues : [];
}

/** Returns the project with other cues before the cuts; they lose what is cut out. */
export function withCuesBefore(
  project: Project,
  layerId: string,
  edit: (cues: readonly Cue[]) => readonly Cue[],
): Project {
  const cuts = wordCutsOf(project, layerId);
  const base = changeLayerCues(cuts.base, layerId, edit);
  if (cuts.removed.length === 0) return base;
  if (base === cuts.base) return project;
  const cues = cuesWithoutSpans(base, layerId, cuts.gone);
  const change = (one: Project) => changeLayerCues(one, layerId, () => cues);
  const next = change(project);
  cutsByCues.set(cuesOf(next, layerId), { ...cuts, base, result: change(cuts.result) });
  return next;
}

/** A changed project, or why it cannot be changed. */
export type CutResult = { project: Project; cuts: WordCuts } | { problem: string };

/**
 * Cuts other spans out of the project than now, and restores what is no longer among them.
 * @param video the cues of the layer before the cuts, and the spans in seconds of the base.
 */
export function withWordCuts(project: Project, layerId: string, { cues, removed }: CutVideo): CutResult {
  const before = wordCutsOf(project, layerId);
  const base = changeLayerCues(before.base, layerId, () => cues);
  if (isHeardLocked(base, spansWithout(removed, before.removed))) return { problem: messages.cutLocked };
  const ids = new Map(before.ids);
  const idFor = (key?: string) => {
    const id = (key !== undefined && ids.get(key)) || newId();
    if (key !== undefined) ids.set(key, id);
    return id;
  };
  const cut = removeSpans(base, removed, idFor);
  if (!cut.ok) return { problem: cut.problems[0]?.message ?? '' };
  // A list of its own, so that the state before has another one.
  const result = changeLayerCues(cut.value.project, layerId, (left) => [...left]);
  const next = project === before.result ? result : mergeProjects(before.result, project, result).project;
  if (next === project) return { problem: messages.cutElsewhere };
  const cuts = { base, removed, gone: cut.value.gone, result, ids };
  cutsByCues.set(cuesOf(next, layerId), cuts);
  return { project: next, cuts };
}

/** Cuts spans out of a project without subtitles to restore them from; undo restores them. */
export function withoutSpans(
  project: Project,
  spans: readonly TimeSpan[],
): { project: Project; gone: readonly TimeSpan[] } | { problem: string } {
  if (isHeardLocked(project, spans)) return { problem: messages.cutLocked };
  const cut = removeSpans(project, spans, () => newId());
  return cut.ok ? cut.value : { problem: cut.problems[0]?.message ?? '' };
}

/** Whether a locked layer, which is never cut, is heard during spans. */
function isHeardLocked(project: Project, spans: readonly TimeSpan[]): boolean {
  return layerSpans(project).some(
    ({ layer, start, end }) =>
      layer.isLocked &&
      isPlayed(layer) &&
      kindOf<PlayedLayer>(layer).isAudible(layer) &&
      spans.some(({ startTime, endTime }) => startTime < end && endTime > start),
  );
}

const sameInTime = new WeakMap<Project, { other: Project; isSame: boolean }>();

/** Whether two projects have the same scenes and layers at the same times. */
function isSameInTime(one: Project, other: Project): boolean {
  if (one === other) return true;
  const known = sameInTime.get(one);
  if (known?.other === other) return known.isSame;
  const isSame =
    one.scenes.length === other.scenes.length &&
    one.scenes.every((scene, i) => {
      const now = other.scenes[i];
      if (scene === now) return true;
      const isAlike = now && scene.id === now.id && haveSameTimes(scene.layers, now.layers);
      return isAlike && Math.abs(sceneDuration(one, scene) - sceneDuration(other, now)) < 1e-6;
    }) &&
    haveSameTimes(one.layers ?? [], other.layers ?? []);
  sameInTime.set(one, { other, isSame });
  return isSame;
}

/** Fields that say when a layer plays, and what. */
const timeFields = [
  ...['type', 'url', 'from', 'to', 'anchor', 'startTime', 'endTime', 'isTrimmed', 'speed', 'isReversed'],
  ...['isBoomeranged', 'loopMode', 'playLength', 'stopMotion', 'at'],
] as const;

function haveSameTimes(some: readonly Layer[], others: readonly Layer[]): boolean {
  if (some === others) return true;
  const byId = new Map(others.map((layer) => [layer.id, layer as unknown as Record<string, unknown>]));
  return (
    some.length === others.length &&
    some.every((layer) => {
      const now = byId.get(layer.id);
      const was = layer as unknown as Record<string, unknown>;
      return now === was || (now && timeFields.every((field) => now[field] === was[field]));
    })
  );
}
