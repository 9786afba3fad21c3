import { proxy, ref } from 'valtio/vanilla';
import { findLayer } from '../../../engine/edit/find.ts';
import { amend, type History, mapHistory, newHistory, record, redo, undo } from '../../../engine/edit/history.ts';
import { mergeProjects } from '../../../engine/edit/mergeProjects.ts';
import { newProject } from '../../../engine/edit/newProject.ts';
import { allLayers, isOverlay } from '../../../engine/project/allLayers.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { sceneDuration, sceneStarts } from '../../../engine/timeline/durations.ts';
import { overlayOf } from '../../../engine/timeline/overlay.ts';
import { endOfLayer, type LayerSpan, layerSpans } from '../../../engine/timeline/spans.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';
import { player } from './player.ts';

/** State of the Studio. The project is immutable and replaced as a whole by `change`; the rest is view state. */
export const studio = proxy({
  /** opening: the saved state is being read; broken: a saved or opened project has problems. */
  phase: 'opening' as 'opening' | 'open' | 'broken',
  /** Its id in the list of saved projects. */
  projectId: newId(),
  project: ref(newProject(newId)) as Unproxied<Project>,
  canUndo: false,
  canRedo: false,
  selectedSceneId: '',
  /** The selected layer, if it is the only one. */
  selectedLayerId: null as string | null,
  /** The selected layers, of any scenes, if there are at least two; in the order of `allLayers`; else empty. */
  severalIds: ref([]) as Unproxied<readonly string[]>,
  /** A blank canvas was requested. Otherwise a project without layers shows the start screen. */
  showCanvas: false,
  /** The layer whose text is being edited on the canvas. The canvas does not draw it meanwhile. */
  writingLayerId: null as string | null,
});

let history: History<Project> = newHistory<Project>(studio.project);
/** Name of the open undo step. */
let step: string | undefined;

/**
 * Completes the result of an edit. @param base the project before the undo step. @param now the project that was
 * edited.
 */
type Complete = (base: Project, now: Project, edited: Project) => Project;

let complete: Complete = (_base, _now, edited) => edited;

/** Sets what completes every edit. */
export function completeEdits(by: Complete): void {
  complete = by;
}

/** Returns the result of an edit that is only shown, completed as `change` would. */
export function completed(edited: Project): Project {
  return complete(history.present, history.present, edited);
}

/**
 * Changes the project with a pure function, as one undo step. Subtitles of the whole video follow their speech
 * (cuesFollow.ts).
 * @param name consecutive changes with the same name are one step (a drag, typing, a button repeat), until `endStep` or
 * any other change.
 */
export function change(edit: (project: Project) => Project, name?: string): void {
  const now = history.present;
  const edited = edit(now);
  if (edited === now) return;
  const goesOn = name !== undefined && step === name;
  const base = goesOn ? (history.past.at(-1) ?? now) : now;
  const next = complete(base, now, edited);
  step = name;
  history = goesOn ? amend(history, next) : record(history, next);
  publish();
}

/**
 * Changes the project and all undo steps with facts that no user edited, such as measured file sizes. Cannot be undone.
 */
export function changeThroughout(edit: (project: Project) => Project): void {
  history = mapHistory(history, edit);
  publish();
}

/**
 * Closes the open undo step: the next change is a step of its own. Panels call it when they unmount, in a layout effect: a
 * passive one may run when the next step has already begun.
 */
export function endStep(): void {
  step = undefined;
}

/** Reverts the undo step of this name if it is open, as if it had never started. */
export function dropStep(name: string): void {
  if (step !== name) return;
  step = undefined;
  history = { ...undo(history), future: [] };
  publish();
}

export function undoChange(): void {
  stepTo(undo(history));
}

export function redoChange(): void {
  stepTo(redo(history));
}

/** Applies an undo or redo and selects the scene that it changes, so that no change is out of sight. */
function stepTo(next: History<Project>): void {
  const before = new Map(history.present.scenes.map((scene) => [scene.id, scene]));
  step = undefined;
  history = next;
  publish();
  // A restored scene is visible in the scene list, so the selection stays.
  const isChanged = (scene: Scene) => before.has(scene.id) && before.get(scene.id) !== scene;
  const changed = history.present.scenes.filter(isChanged).map(({ id }) => id);
  if (changed[0] !== undefined && !changed.includes(studio.selectedSceneId)) selectScene(changed[0]);
}

/**
 * Replaces the open project with a version from elsewhere, merged with the changes made here since. Undo reverts only
 * the changes made here.
 * @param since the common ancestor of both versions.
 * @returns whether both changed the same things; the changes made here win then.
 */
export function adoptNewer(newer: Project, since: Project): { isConflict: boolean } {
  const { isConflict } = mergeProjects(since, history.present, newer);
  history = mapHistory(history, (project) => mergeProjects(since, project, newer).project);
  publish();
  return { isConflict };
}

/** Puts the steps of an earlier visit before the current ones. @param earlier ends at the project that was opened. */
export function joinHistory(earlier: History<Project>): void {
  const { past, present, future } = history;
  const isUnchanged = past.length + future.length === 0;
  history = { past: [...earlier.past, ...past], present, future: isUnchanged ? earlier.future : future };
  publish();
}

/** The undo and redo steps. */
export function currentHistory(): History<Project> {
  return history;
}

/** Every project that undo and redo can restore, and the current one. */
export function rememberedProjects(): readonly Project[] {
  return [...history.past, history.present, ...history.future];
}

/** A project to open, with optional view state. */
export interface Opened {
  projectId: string;
  project: Project;
  selectedSceneId?: string;
  selectedLayerId?: string | null;
  studioTime?: number;
  showCanvas?: boolean;
  /** Undo and redo steps; none by default. */
  history?: History<Project> | undefined;
}

/** Replaces the open project and its history. */
export function openProject(opened: Opened): void {
  step = undefined;
  history = opened.history ?? newHistory(opened.project);
  studio.phase = 'open';
  studio.projectId = opened.projectId;
  studio.selectedSceneId = opened.selectedSceneId ?? '';
  holdLayer(opened.selectedLayerId ?? null);
  studio.showCanvas = opened.showCanvas ?? true;
  studio.writingLayerId = null;
  player.pause();
  publish();
  goTo(opened.studioTime);
}

/** Selects a scene and seeks to its start. Deselects a layer of another scene. */
export function selectScene(sceneId: string): void {
  if (!studio.project.scenes.some((scene) => scene.id === sceneId)) return;
  selectPlayedScene(sceneId);
  holdLayer(null);
  goTo();
}

/** Selects the scene at the playhead, and deselects layers, except one of the whole project. */
export function selectPlayedScene(sceneId: string): void {
  const { selectedLayerId: id, project } = studio;
  studio.selectedSceneId = sceneId;
  holdLayer(project.layers?.some((layer) => layer.id === id) ? id : null);
  studio.writingLayerId = null;
}

/** Seeks to a time within the selected scene, else to its start. @param time seconds of the whole video. */
function goTo(time?: number): void {
  const scene = selectedScene();
  const start = startOf(scene.id);
  const isThere = time !== undefined && time >= start && time <= start + sceneDuration(studio.project, scene);
  player.seek(isThere ? time : start, studio.project.scenes.indexOf(scene));
}

/** Selects a layer and its scene; null deselects. @returns whether the layer exists. */
export function selectLayer(layerId: string | null): boolean {
  const found = layerId === null ? undefined : findLayer(studio.project, layerId);
  // Layers of the whole project belong to no scene.
  if (found && !isOverlay(found.scene) && found.scene.id !== studio.selectedSceneId) selectScene(found.scene.id);
  holdLayer(found ? found.layer.id : null);
  return found !== undefined;
}

/** Selects layers of any scenes and ignores unknown ids. A single one is selected as by `selectLayer`. */
export function selectLayers(layerIds: readonly string[]): void {
  const ids = existing(layerIds);
  if (ids.length > 1) holdLayers(ids);
  else selectLayer(ids[0] ?? null);
}

/** The ids of all selected layers, in the order of `allLayers`. */
export function selectedIds(): readonly string[] {
  return studio.selectedLayerId === null ? studio.severalIds : [studio.selectedLayerId];
}

function holdLayer(layerId: string | null): void {
  studio.selectedLayerId = layerId;
  if (studio.severalIds.length > 0) studio.severalIds = ref([]);
}

function holdLayers(layerIds: readonly string[]): void {
  holdLayer(layerIds.length === 1 ? (layerIds[0] ?? null) : null);
  if (layerIds.length > 1) studio.severalIds = ref(layerIds);
}

/** The ids of layers that exist, in the order of `allLayers`. */
function existing(layerIds: readonly string[]): string[] {
  const wanted = new Set(layerIds);
  return allLayers(studio.project).flatMap(({ id }) => (wanted.has(id) ? [id] : []));
}

/** Seeks to the start of a layer unless it is visible now. Does nothing during playback. */
export function bringIntoTime(layerId: string): void {
  if (player.state !== 'paused' || isAtPlayhead(layerId)) return;
  const span = spanOf(layerId);
  const start = Math.max(0, span?.start ?? 0);
  if (span) player.seek(start, span.sceneIndex < 0 ? sceneIndexAt(start) : span.sceneIndex);
}

/** Whether the playhead is in the span of a layer. */
export function isAtPlayhead(layerId: string): boolean {
  const span = spanOf(layerId);
  return span !== undefined && player.time >= span.start && player.time < endOfLayer(span);
}

function spanOf(layerId: string): LayerSpan | undefined {
  return layerSpans(studio.project, 'all').find(({ layer }) => layer.id === layerId);
}

/** Finds a scene; the first one if it does not exist. */
export function sceneOf(project: Project, sceneId: string): Scene {
  return project.scenes.find((scene) => scene.id === sceneId) ?? (project.scenes[0] as Scene);
}

/** Index of the scene that is visible at a time, in seconds of the whole video. */
function sceneIndexAt(time: number): number {
  return Math.max(
    0,
    sceneStarts(studio.project).findLastIndex((start) => start <= time),
  );
}

/** The layers of the whole project and of a scene, front to back: those on the canvas. */
export function layersIn(project: Project, sceneId: string): Layer[] {
  return [...(project.layers ? overlayOf(project).layers : []), ...sceneOf(project, sceneId).layers];
}

/** The same of the open project and its selected scene. */
export function layersHere(): Layer[] {
  return layersIn(studio.project, studio.selectedSceneId);
}

export function selectedScene(): Scene {
  return sceneOf(studio.project, studio.selectedSceneId);
}

export function selectedLayer(): Layer | undefined {
  return studio.selectedLayerId === null ? undefined : findLayer(studio.project, studio.selectedLayerId)?.layer;
}

/** Whether there is anything to show or render: a layer, a second scene, or a requested blank canvas. */
export function hasContent(project: Project, showCanvas: boolean): boolean {
  return showCanvas || project.scenes.length > 1 || allLayers(project).length > 0;
}

/** Start of a scene of the open project, in seconds of the whole video; 0 if it does not exist. */
export function startOf(sceneId: string): number {
  const index = studio.project.scenes.findIndex((scene) => scene.id === sceneId);
  return sceneStarts(studio.project)[index] ?? 0;
}

/** Publishes the current state of the history. Deselects what no longer exists. */
function publish(): void {
  studio.project = ref(history.present);
  studio.canUndo = history.past.length > 0;
  studio.canRedo = history.future.length > 0;
  const scene = selectedScene();
  studio.selectedSceneId = scene.id;
  if (studio.severalIds.length > 0) holdLayers(existing(studio.severalIds));
  if (studio.selectedLayerId !== null && !layersHere().some(({ id }) => id === studio.selectedLayerId)) {
    studio.selectedLayerId = null;
  }
  if (studio.writingLayerId !== studio.selectedLayerId) studio.writingLayerId = null;
  player.update(history.present, { sceneId: scene.id });
}

publish();
