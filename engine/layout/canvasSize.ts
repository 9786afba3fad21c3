import { isSilentMotion, isStill } from '../project/output.ts';
import type { Project } from '../project/project.ts';
import type { Size } from './box.ts';

/**
 * Returns the size of layout and render, in pixels. Video needs even sides (4:2:0 color), so odd ones grow by one
 * pixel.
 */
export function canvasSize(project: Project): Size {
  const { width, height } = project;
  return isStill(project) ? { width, height } : { width: width + (width % 2), height: height + (height % 2) };
}

/**
 * Returns the size of the output, in pixels: the canvas's size, or the width of a GIF or animated WebP at the canvas's
 * ratio.
 */
export function resultSize(project: Project): Size {
  const canvas = canvasSize(project);
  const { output } = project;
  const width = isSilentMotion(output) ? (output.width ?? canvas.width) : canvas.width;
  return { width, height: Math.max(1, Math.round((width * canvas.height) / canvas.width)) };
}
