import type { Size } from './box.ts';
import type { Rect } from './fit.ts';

/** Safe areas as shares of the canvas: action safe and title safe. */
const shares = { action: 0.9, title: 0.8 } as const;

/** A canvas is for phones up to this ratio of width to height. */
const MOST_PHONE_RATIO = 0.6;
/** Parts that phone apps cover with names, texts and buttons, as shares of the canvas. */
const covered = { top: 0.12, bottom: 0.2, right: 0.12 } as const;

/** A named area of the canvas, in pixels. */
export interface NamedArea extends Rect {
  name: keyof typeof shares;
}

/** Returns the safe areas of a canvas, the larger one first. */
export function safeAreas({ width, height }: Size): NamedArea[] {
  return (['action', 'title'] as const).map((name) => {
    const rest = (1 - shares[name]) / 2;
    return { name, x: width * rest, y: height * rest, width: width * shares[name], height: height * shares[name] };
  });
}

/**
 * Returns the areas that apps cover on a canvas for phones: top, bottom, and right between them; none for other
 * canvases.
 */
export function coveredByApps({ width, height }: Size): Rect[] {
  if (width / height > MOST_PHONE_RATIO) return [];
  const [top, bottom, right] = [height * covered.top, height * covered.bottom, width * covered.right];
  return [
    { x: 0, y: 0, width, height: top },
    { x: 0, y: height - bottom, width, height: bottom },
    { x: width - right, y: top, width: right, height: height - top - bottom },
  ];
}
