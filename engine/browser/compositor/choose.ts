import { createCanvas2DCompositor } from './canvas2d.ts';
import type { Compositor, CompositorEvents } from './compositor.ts';
import { createWebGLCompositor } from './webgl.ts';

/** auto: WebGL2 on a real graphics card, else Canvas 2D; the others force one of them. */
export type CompositorMode = 'auto' | 'webgl' | 'canvas2d';

/** Software renderers, with which Canvas 2D takes a fifth of the time of WebGL. */
const emulators = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * Creates the compositor of a canvas. Falls back to Canvas 2D if WebGL2 is requested but missing.
 * @throws Error if the canvas provides no context.
 */
export function createCompositor(
  canvas: HTMLCanvasElement,
  mode: CompositorMode,
  events: CompositorEvents,
): Compositor {
  const tries = mode === 'webgl' || (mode === 'auto' && hasRealWebGL());
  const compositor = (tries && createWebGLCompositor(canvas, events)) || createCanvas2DCompositor(canvas);
  if (!compositor) throw new Error('This browser does not provide a canvas.');
  return compositor;
}

/** Returns whether this browser has WebGL2 on a graphics card. */
export function hasRealWebGL(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return !emulators.test(renderer);
}
