import { allLayers } from '../project/allLayers.ts';
import { MAX_LAYERS, MAX_LAYERS_PER_SCENE } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';

/** Returns how many more layers a scene can have: 500 per scene, 10,000 per project. */
export function roomForLayers(project: Project, { layers }: Pick<Scene, 'layers'>): number {
  return Math.min(MAX_LAYERS_PER_SCENE - layers.length, roomInProject(project));
}

/** Returns how many more layers a project can have in all. */
export function roomInProject(project: Project): number {
  return MAX_LAYERS - allLayers(project).length;
}

/** Returns the message why a layer could not be added. */
export function noRoomForLayers(project: Project): string {
  return roomInProject(project) > 0
    ? `A scene can have at most ${MAX_LAYERS_PER_SCENE} layers.`
    : `A project can have at most ${MAX_LAYERS} layers.`;
}
