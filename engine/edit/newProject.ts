import type { MakeId } from '../project/id.ts';
import { stillOutput } from '../project/output.ts';
import { type Project, project } from '../project/project.ts';
import { newScene } from './scenes.ts';

/** Creates the Studio's initial project: one blank scene of 1280 × 1280, a still image, defaults otherwise. */
export function newProject(makeId: MakeId): Project {
  return project.parse({ scenes: [newScene(makeId)], output: stillOutput }, { jitless: true });
}
