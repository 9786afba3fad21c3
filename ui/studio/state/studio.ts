import { proxy, ref } from 'valtio/vanilla';
import { findLayer } from '../../../engine/edit/find.ts';
import { amend, type History, mapHistory, newHistory, record, redo, undo } from '../../../engine/edit/history.ts';
import { mergeProjects } from '../../../engine/edit/mergeProjects.ts';
import { newProject } from '../../../engine/edit/newProject.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { sceneDuration, sceneStarts } from '../../../engine/timeline/durations.ts';
import { layerSpans, overAt } from '../../../engine/timeline/spans.ts';
import type { Unproxied } from '../../state/unproxied.ts';
import { player } from './player.ts';

/**
 * What the Studio works on. The project is immutable and replaced whole by `change`; everything else is what a person
 * looks at just now.
 */
export const studio = proxy({
  /** opening: what was kept is being read; broken: what was kept or opened has problems. */
  phase: 'opening' as 'opening' | 'open' | 'broken',
  /** Under which it is in the list of saved projects. */
  projectId: newId(),
  project: ref(newProject(newId)) as Unproxied<Project>,
  canUndo: false,
  canRedo: false,
  selectedSceneId: '',
  /** The layer that is selected alone. */
  selectedLayerId: null as string | null,
  /** The layers of the selected scene that are selected together, front to back, two at least; else empty. */
  severalIds: ref([]) as Unproxied<readonly string[]>,
  /** A blank canvas was asked for; without it and without layers the start screen is shown. */
  showCanvas: false,
  /** The layer whose text is being written on the canvas; the canvas leaves it out meanwhile. */
  writingLayerId: null as string | null,
});

let history: History<Project> = newHistory<Project>(studio.project);
/** Name of the step that is open. */
let step: string | undefined;

/**
 * Changes the project by a pure edit, as one step of undo.
 * @param name changes of the same name that follow each other are one step (a drag, a pause in typing, a held
 * button), until `endStep` or any other change.
 */
export function change(edit: (project: Project) => Project, name?: string): void {
  const next = edit(history.present);
  if (next === history.present) return;
  const goesOn = name !== undefined && step === name;
  step = name;
  history = goesOn ? amend(history, next) : record(history, next);
  publish();
}

/**
 * Changes the project and all that undo and redo bring back, by something that nobody did by hand, such as what became
 * known of its files: no undo takes it back.
 */
export function changeThroughout(edit: (project: Project) => Project): void {
  history = mapHistory(history, edit);
  publish();
}

/** Ends the step that `change` keeps open: the next change is a step of its own. */
export function endStep(): void {
  step = undefined;
}

/** Takes back the step of this name, if it is open, as if it had never been begun. */
export function dropStep(name: string): void {
  if (step !== name) return;
  step = undefined;
  history = { ...undo(history), future: [] };
  publish();
}

/** One step back. */
export function undoChange(): void {
  stepTo(undo(history));
}

/** One step forward. */
export function redoChange(): void {
  stepTo(redo(history));
}

/** Takes a step of the history, and goes to the scene that it changes: nothing in a scene changes out of sight. */
function stepTo(next: History<Project>): void {
  const before = new Map(history.present.scenes.map((scene) => [scene.id, scene]));
  step = undefined;
  history = next;
  publish();
  // One that comes back is seen among the scenes, and nobody is taken from where they are.
  const isChanged = (scene: Scene) => before.has(scene.id) && before.get(scene.id) !== scene;
  const changed = history.present.scenes.filter(isChanged).map(({ id }) => id);
  if (changed[0] !== undefined && !changed.includes(studio.selectedSceneId)) selectScene(changed[0]);
}

/**
 * Puts a version of the open project that was made elsewhere in its place, with what has changed here since. Undo
 * takes back what was done here, never what was done elsewhere.
 * @param since the version that both come from.
 * @returns whether both changed the same things; what was done here stands then.
 */
export function takeNewer(newer: Project, since: Project): { isConflict: boolean } {
  const { isConflict } = mergeProjects(since, history.present, newer);
  history = mapHistory(history, (project) => mergeProjects(since, project, newer).project);
  publish();
  return { isConflict };
}

/** The steps that undo and redo can go. */
export function currentHistory(): History<Project> {
  return history;
}

/** Every project that undo and redo can bring back, the present one too. */
export function rememberedProjects(): readonly Project[] {
  return [...history.past, history.present, ...history.future];
}

/** What a project is opened with beside itself. */
export interface Opened {
  projectId: string;
  project: Project;
  selectedSceneId?: string;
  selectedLayerId?: string | null;
  studioTime?: number;
  showCanvas?: boolean;
  /** The steps around the project; absent: none. */
  history?: History<Project> | undefined;
}

/** Puts another project in place of the present one, with a history of its own. */
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

/** Selects a scene and goes to its start; the layer of another scene is let go of. */
export function selectScene(sceneId: string): void {
  if (!studio.project.scenes.some((scene) => scene.id === sceneId)) return;
  takeScene(sceneId);
  goTo();
}

/** Selects the scene that the player has come to. */
export function takeScene(sceneId: string): void {
  studio.selectedSceneId = sceneId;
  holdLayer(null);
  studio.writingLayerId = null;
}

/** Goes to a time of the selected scene; to its start where the time is none of it. @param time seconds of the whole. */
function goTo(time?: number): void {
  const scene = selectedScene();
  const start = startOf(scene.id);
  const isThere = time !== undefined && time >= start && time <= start + sceneDuration(studio.project, scene);
  player.seek(isThere ? time : start, studio.project.scenes.indexOf(scene));
}

/** Selects a layer, and its scene with it; null for none. @returns whether there is such a layer. */
export function selectLayer(layerId: string | null): boolean {
  const found = layerId === null ? undefined : findLayer(studio.project, layerId);
  if (found && found.scene.id !== studio.selectedSceneId) selectScene(found.scene.id);
  holdLayer(found ? found.layer.id : null);
  return found !== undefined;
}

/** Selects layers of the selected scene together; those that are not there are left out. One alone is selected as ever. */
export function selectLayers(layerIds: readonly string[]): void {
  const ids = idsThere(layerIds);
  holdLayer(ids.length === 1 ? (ids[0] ?? null) : null);
  if (ids.length > 1) studio.severalIds = ref(ids);
}

/** The ids of all that is selected, front to back: of one layer, of several, or none. */
export function selectedIds(): readonly string[] {
  return studio.selectedLayerId === null ? studio.severalIds : [studio.selectedLayerId];
}

function holdLayer(layerId: string | null): void {
  studio.selectedLayerId = layerId;
  if (studio.severalIds.length > 0) studio.severalIds = ref([]);
}

/** Those of some ids that are layers of the selected scene, front to back. */
function idsThere(layerIds: readonly string[]): string[] {
  const ids = new Set(layerIds);
  return selectedScene().layers.flatMap(({ id }) => (ids.has(id) ? [id] : []));
}

/** Goes to where a layer is there, unless it is there at the shown moment; nothing while time runs. */
export function bringIntoTime(layerId: string): void {
  if (player.state !== 'paused') return;
  const span = layerSpans(studio.project, 'all').find(({ layer }) => layer.id === layerId);
  const isThere = span && player.time >= span.start && player.time < overAt(span);
  if (span && !isThere) player.seek(span.start, span.sceneIndex);
}

/** The selected scene of a project: the first one when what was selected is gone. */
export function sceneOf(project: Project, sceneId: string): Scene {
  return project.scenes.find((scene) => scene.id === sceneId) ?? (project.scenes[0] as Scene);
}

/** The selected scene. */
export function selectedScene(): Scene {
  return sceneOf(studio.project, studio.selectedSceneId);
}

/** The selected layer. */
export function selectedLayer(): Layer | undefined {
  return studio.selectedLayerId === null ? undefined : findLayer(studio.project, studio.selectedLayerId)?.layer;
}

/** Whether there is anything to see or to render: a layer, a second scene, or a blank canvas that was asked for. */
export function hasContent(project: Project, showCanvas: boolean): boolean {
  return showCanvas || project.scenes.length > 1 || project.scenes.some((scene) => scene.layers.length > 0);
}

/** When a scene of the open project begins, seconds of the whole video; 0 for one that is not there. */
export function startOf(sceneId: string): number {
  const index = studio.project.scenes.findIndex((scene) => scene.id === sceneId);
  return sceneStarts(studio.project)[index] ?? 0;
}

/** Shows what the history holds now. What was selected and is gone is selected no more. */
function publish(): void {
  studio.project = ref(history.present);
  studio.canUndo = history.past.length > 0;
  studio.canRedo = history.future.length > 0;
  const scene = selectedScene();
  studio.selectedSceneId = scene.id;
  if (studio.selectedLayerId !== null && !scene.layers.some(({ id }) => id === studio.selectedLayerId)) {
    studio.selectedLayerId = null;
  }
  if (studio.severalIds.length > 0) selectLayers(studio.severalIds);
  if (studio.writingLayerId !== studio.selectedLayerId) studio.writingLayerId = null;
  player.setProject(history.present, scene.id);
}

publish();
