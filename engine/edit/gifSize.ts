import { isAnimated, isKeyed, isVideo } from '../kinds/families.ts';
import { kindOf } from '../kinds/index.ts';
import { resultSize } from '../layout/canvasSize.ts';
import type { Layer } from '../project/layers.ts';
import type { Output } from '../project/output.ts';
import type { Project, Scene } from '../project/project.ts';
import { sceneDuration } from '../timeline/durations.ts';
import { scenesAndOverlay } from './find.ts';

/** Default frame rate of a GIF. */
export const GIF_RATE = 15;

/** Bytes per pixel of a frame in 256 colors, for calm and for lively content. Measured on sample videos. */
const BYTES_PER_PIXEL = { least: 0.1, most: 0.4 };
/** Exponent of the size by bits per color: 64 colors take 0.61 of 256. */
const COLOR_POWER = 1.7;
/** Bits of a full palette. */
const ALL_BITS = 8;

/**
 * Estimates the file size of a GIF in bytes; still content costs nothing until it changes.
 * @param gif its settings.
 */
export function estimateGif(project: Project, gif: Extract<Output, { type: 'gif' }>): { least: number; most: number } {
  const { width, height } = resultSize({ ...project, output: gif });
  const pixels = width * height;
  const frames = scenesAndOverlay(project).reduce(
    (sum, scene) => sum + framesIn(project, scene, gif.fps ?? GIF_RATE),
    0,
  );
  const weight = pixels * frames * (Math.log2(gif.colors) / ALL_BITS) ** COLOR_POWER;
  return { least: weight * BYTES_PER_PIXEL.least, most: weight * BYTES_PER_PIXEL.most };
}

function framesIn(project: Project, scene: Scene, rate: number): number {
  if (scene.layers.some(isVideo)) return Math.max(1, sceneDuration(project, scene) * rate);
  const changes = scene.layers.reduce((sum, layer) => sum + (layer.from ? 1 : 0) + (layer.to === undefined ? 0 : 1), 0);
  const moves = (layer: Layer) => kindOf(layer).isMoving(layer) || isAnimated(layer) || isKeyed(layer);
  const animated = scene.layers.some((layer) => kindOf(layer).isSeen && !layer.isHidden && moves(layer)) ? rate : 0;
  return 1 + changes + animated;
}
