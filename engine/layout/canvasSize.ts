import { isSilentMotion, isStill } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import type { Size } from './box.ts';

/** The pixel size that a project is laid out and rendered at. Video needs even sides (4:2:0 color), so an odd one grows by one pixel. */
export function canvasSize(project: Project): Size {
  const { width, height } = project;
  return isStill(project) ? { width, height } : { width: width + (width % 2), height: height + (height % 2) };
}

/** The pixel size of what comes out: the canvas's, or of a GIF or animated WebP with a width of its own that, at the canvas's ratio. */
export function resultSize(project: Project): Size {
  const canvas = canvasSize(project);
  const { output } = project;
  const width = isSilentMotion(output) ? (output.width ?? canvas.width) : canvas.width;
  return { width, height: Math.max(1, Math.round((width * canvas.height) / canvas.width)) };
}
