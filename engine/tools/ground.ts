import { isTransparent } from '../layout/color.ts';
import { canBeClear } from '../project/output.ts';
import type { Project } from '../project/project.ts';

/**
 * The project of a tool with white below its scenes where its output has no clear pixels. Other projects are rendered on black
 * there, in which the dark lines of a logo would be lost.
 */
export function withGround(project: Project): Project {
  if (canBeClear(project.output)) return project;
  const scenes = project.scenes.map((scene) =>
    isTransparent(scene.background) ? { ...scene, background: '#ffffff' } : scene,
  );
  return { ...project, scenes };
}
