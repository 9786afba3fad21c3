import type { Size } from './box.ts';
import type { Rect } from './fit.ts';

/** Within these shares of the canvas pictures, and within the smaller one titles, are seen on any screen. */
const shares = { action: 0.9, title: 0.8 } as const;

/** An upright canvas, at most so wide for its height, is one for a phone. */
const MOST_PHONE_RATIO = 0.6;
/** What the apps that show such videos cover with names, words and buttons, shares of the canvas. */
const covered = { top: 0.12, bottom: 0.2, right: 0.12 } as const;

/** A part of the canvas, with its name. Pixels of the canvas. */
export interface NamedArea extends Rect {
  name: keyof typeof shares;
}

/** The parts of a canvas within which everything is seen, the larger one first. */
export function safeAreas({ width, height }: Size): NamedArea[] {
  return (['action', 'title'] as const).map((name) => {
    const rest = (1 - shares[name]) / 2;
    return { name, x: width * rest, y: height * rest, width: width * shares[name], height: height * shares[name] };
  });
}

/** What apps cover of a canvas for phones: its top, its bottom, and the right between them; nothing of another canvas. */
export function coveredByApps({ width, height }: Size): Rect[] {
  if (width / height > MOST_PHONE_RATIO) return [];
  const [top, bottom, right] = [height * covered.top, height * covered.bottom, width * covered.right];
  return [
    { x: 0, y: 0, width, height: top },
    { x: 0, y: height - bottom, width, height: bottom },
    { x: width - right, y: top, width: right, height: height - top - bottom },
  ];
}
