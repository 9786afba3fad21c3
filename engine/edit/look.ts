import { kindOf } from '../kinds/index.ts';
import { isText } from '../kinds/text.ts';
import { type Box, layerBox, type Size } from '../layout/box.ts';
import { canvasSize } from '../layout/canvasSize.ts';
import type { Layer, TextLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { withLayer } from './find.ts';
import { positionOf } from './percent.ts';

/**
 * Lets a picture or video fill its box, cut where it stands over, and unlocks the aspect ratio. Where it fills a box of its
 * own shape already, the box grows to the canvas.
 */
export function fillLayer(project: Project, layerId: string): Project {
  const canvas = canvasSize(project);
  return withLayer(project, layerId, (layer) => {
    if (!('objectFit' in layer)) return layer;
    const filled = { ...layer, objectFit: 'cover' as const, lockAspectRatio: false };
    if (!fitsItsBox(layer, canvas)) return filled;
    return {
      ...filled,
      position: { ...layer.position, ...positionOf({ x: 0, y: 0, ...canvas, rotation: 0 }, canvas) },
    };
  });
}

/** Whether a picture fills an upright box of its own shape, to half a percent. */
function fitsItsBox(layer: Layer, canvas: Size): boolean {
  if (!('objectFit' in layer) || !('width' in layer) || !layer.width || !layer.height) return false;
  const { width, height, rotation } = layerBox(layer, canvas);
  if (rotation % 360 !== 0) return false;
  const shapes = (width * layer.height) / (height * layer.width);
  return Math.abs(shapes - 1) < 0.005;
}

/**
 * Locks the aspect ratio: the box takes the natural ratio of its picture or video, as large as fits into the box it
 * had, around the same centre. Again: unlocks, the box stays.
 */
export function toggleLockAspectRatio(project: Project, layerId: string): Project {
  const canvas = canvasSize(project);
  return withLayer(project, layerId, (layer) =>
    layer.lockAspectRatio
      ? { ...layer, lockAspectRatio: false }
      : { ...lockedTo(layer, canvas), lockAspectRatio: true },
  );
}

/** Mutes or unmutes a video or sound layer. */
export function toggleMute(project: Project, layerId: string): Project {
  return withLayer(project, layerId, (layer) => ('isMuted' in layer ? { ...layer, isMuted: !layer.isMuted } : layer));
}

/**
 * Makes a text bold, or normal again.
 * @param fitFontSize measures the size in pixels that fits the text to its box, where a measuring canvas is at hand;
 * without it the painter fits the size when it paints.
 */
export function toggleBold(project: Project, layerId: string, fitFontSize?: (layer: TextLayer) => number): Project {
  return withLayer(project, layerId, (layer) => {
    if (!isText(layer)) return layer;
    const toggled: TextLayer = { ...layer, fontWeight: layer.fontWeight === 'bold' ? 'normal' : 'bold' };
    return fitFontSize && toggled.fitText ? { ...toggled, fontSize: `${fitFontSize(toggled)}px` } : toggled;
  });
}

function lockedTo(layer: Layer, canvas: Size): Layer {
  const natural = kindOf(layer).naturalSize(layer);
  if (!natural.width || !natural.height) return layer;
  const box = layerBox(layer, canvas);
  const scale = Math.min(box.width / natural.width, box.height / natural.height);
  const width = natural.width * scale;
  const height = natural.height * scale;
  const inner: Box = {
    x: box.x + (box.width - width) / 2,
    y: box.y + (box.height - height) / 2,
    width,
    height,
    rotation: box.rotation,
  };
  return { ...layer, position: { ...layer.position, ...positionOf(inner, canvas) } };
}
