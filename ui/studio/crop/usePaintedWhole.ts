import { type RefObject, useEffect, useState } from 'react';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { shownCanvas } from '../stage/shownCanvas.ts';

/** Maximum side of the painted image, in pixels. */
const MOST = 1600;

/**
 * Paints the whole current frame of a layer's file onto a canvas, flipped like the layer. Repaints when the frame
 * changes.
 * @returns whether the file is loaded.
 */
export function usePaintedWhole(
  canvas: RefObject<HTMLCanvasElement | null>,
  { id, flipped, flippedVertical }: PictureLayer,
): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    let painted = Number.NaN;
    let frame = 0;
    const paint = () => {
      frame = requestAnimationFrame(paint);
      const picture = shownCanvas()?.preview.pictureOf(id);
      if (picture) setThere(true);
      const ctx = canvas.current?.getContext('2d');
      if (!picture || !ctx || picture.version === painted) return;
      const { source, width, height, version } = picture;
      const scale = Math.min(1, MOST / Math.max(width, height));
      const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
      Object.assign(ctx.canvas, size);
      ctx.translate(flipped ? size.width : 0, flippedVertical ? size.height : 0);
      ctx.scale(flipped ? -1 : 1, flippedVertical ? -1 : 1);
      ctx.imageSmoothingQuality = 'high';
      ctx.drawImage(source, 0, 0, size.width, size.height);
      painted = version;
    };
    paint();
    return () => cancelAnimationFrame(frame);
  }, [canvas, id, flipped, flippedVertical]);
  return isThere;
}
