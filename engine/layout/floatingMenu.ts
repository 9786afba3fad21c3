import type { Size } from './box.ts';
import type { Rect } from './fit.ts';

/** Distance of the menu from the viewport's right edge, CSS pixels. */
const sideGap = 30;
/** Vertical distance of the menu from the layer's upper edge, CSS pixels. */
const offset = 60;

/** Inputs of the menu's position, in CSS pixels of the window. */
export interface MenuPlace {
  /** The canvas on screen. */
  viewport: Rect;
  /** Top of the selected layer's upright bounds. */
  layerTop: number;
  menu: Size;
  window: Size;
}

/**
 * Returns the position of the floating layer menu: 30 px to the right of the viewport; 60 px above the layer's upper
 * edge, or 60 px below it if that would leave the viewport; always within the viewport's height. If the window has no
 * room at the side, the menu is at the window's edge, over the canvas.
 */
export function floatingMenuPlace({ viewport, layerTop, menu, window }: MenuPlace): { left: number; top: number } {
  const above = layerTop - offset;
  const top = above < viewport.y ? layerTop + offset : above;
  return {
    left: clamped(viewport.x + viewport.width + sideGap, 0, window.width - menu.width),
    top: clamped(top, viewport.y, viewport.y + viewport.height - menu.height),
  };
}

/** The lower bound wins if the bounds conflict. */
function clamped(value: number, lowest: number, highest: number): number {
  return Math.max(lowest, Math.min(highest, value));
}
