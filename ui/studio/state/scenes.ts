import { addScene, duplicateScene, removeScene, reorderScene } from '../../../engine/edit/scenes.ts';
import { newId } from '../../../engine/project/id.ts';
import { leaveLayer, openWork } from './go.ts';
import { seek } from './playback.ts';
import { change, selectScene, startOf, studio } from './studio.ts';

/** Adds an empty scene at the end and selects it. */
export function appendScene(): void {
  const id = newId();
  change((project) => addScene(project, () => id));
  chooseScene(id);
}

/** Duplicates a scene and selects the copy, which follows it. */
export function copyScene(sceneId: string): void {
  const before = new Set(studio.project.scenes.map((scene) => scene.id));
  change((project) => duplicateScene(project, sceneId, newId));
  const copy = studio.project.scenes.find((scene) => !before.has(scene.id));
  if (copy) chooseScene(copy.id);
}

/** Removes a scene. If it was selected, selects its neighbor. The only scene is never removed. */
export function deleteScene(sceneId: string): void {
  const { scenes } = studio.project;
  const index = scenes.findIndex((scene) => scene.id === sceneId);
  const neighbor = scenes[index + 1] ?? scenes[index - 1];
  const wasSelected = studio.selectedSceneId === sceneId;
  change((project) => removeScene(project, sceneId));
  if (wasSelected && neighbor) chooseScene(neighbor.id);
}

/** Moves a scene by a number of places, as reported by a drag. */
export function moveScene(sceneId: string, difference: number): void {
  change((project) => reorderScene(project, sceneId, difference));
}

/** Selects a scene, seeks to its start (even if it is already selected), and deselects the open layer. */
export function chooseScene(sceneId: string): void {
  if (sceneId === studio.selectedSceneId) seek(startOf(sceneId));
  else selectScene(sceneId);
  leaveLayer();
}

/** Opens the timeline at the start of a scene, or at the current time if the scene is already selected. */
export function openTimelineOf(sceneId: string): void {
  if (sceneId !== studio.selectedSceneId) selectScene(sceneId);
  openWork('timeline');
}
