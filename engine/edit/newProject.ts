import type { MakeId } from '../project/id.ts';
import { stillOutput } from '../project/output.ts';
import { type Project, project } from '../project/project.ts';
import { newScene } from './scenes.ts';

/** What the Studio begins with: one blank scene on 1280 by 1280, a still picture, everything else as by default. */
export function newProject(makeId: MakeId): Project {
  return project.parse({ scenes: [newScene(makeId)], output: stillOutput }, { jitless: true });
}
