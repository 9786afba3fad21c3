import type { Size } from './box.ts';

/** A rectangle in pixels. */
export interface Rect extends Size {
  x: number;
  y: number;
}

/** A source rectangle and its target in a box (CSS object-fit, centered). */
export interface Fitted {
  /** Visible part of the source, in source pixels. */
  crop: Rect;
  /** Target, in pixels from the box's corner. */
  target: Rect;
}

/**
 * Fits an image into a box.
 * cover: fills the box and crops the rest; contain: shows all of it; fill: stretches it.
 */
export function fitMedia(natural: Size, box: Size, objectFit: 'cover' | 'contain' | 'fill'): Fitted {
  const whole = { x: 0, y: 0, width: natural.width, height: natural.height };
  const full = { x: 0, y: 0, width: box.width, height: box.height };
  if (objectFit === 'fill' || box.width <= 0 || box.height <= 0) return { crop: whole, target: full };
  if (objectFit === 'contain') {
    const scale = Math.min(box.width / natural.width, box.height / natural.height);
    return { crop: whole, target: centered({ width: natural.width * scale, height: natural.height * scale }, box) };
  }
  const scale = Math.max(box.width / natural.width, box.height / natural.height);
  return { crop: centered({ width: box.width / scale, height: box.height / scale }, natural), target: full };
}

function centered(inner: Size, outer: Size): Rect {
  return {
    x: (outer.width - inner.width) / 2,
    y: (outer.height - inner.height) / 2,
    width: inner.width,
    height: inner.height,
  };
}
