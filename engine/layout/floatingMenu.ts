import type { Size } from './box.ts';
import type { Rect } from './fit.ts';

/** Distance of the menu from the viewport's right edge, CSS pixels. */
const beside = 30;
/** How far above or below the layer's upper edge the menu begins, CSS pixels. */
const offset = 60;

/** What the floating menu follows, all in CSS pixels of the window. */
export interface MenuPlace {
  /** The canvas on screen. */
  viewport: Rect;
  /** Top of the selected layer's upright bounds. */
  layerTop: number;
  menu: Size;
  window: Size;
}

/**
 * Where the floating layer menu stands: 30 px to the right of the viewport; it begins 60 px above the
 * layer, or 60 px below its upper edge where that would leave the viewport; always within the viewport. In a window
 * without that much room at the side it stands at the window's edge, over the canvas.
 */
export function floatingMenuPlace({ viewport, layerTop, menu, window }: MenuPlace): { left: number; top: number } {
  const above = layerTop - offset;
  const top = above < viewport.y ? layerTop + offset : above;
  return {
    left: clamped(viewport.x + viewport.width + beside, 0, window.width - menu.width),
    top: clamped(top, viewport.y, viewport.y + viewport.height - menu.height),
  };
}

/** The lower bound wins where the two leave no room. */
function clamped(value: number, lowest: number, highest: number): number {
  return Math.max(lowest, Math.min(highest, value));
}
