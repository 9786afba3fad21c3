import type { Size } from './box.ts';

/** Widest mobile window, CSS pixels. */
const MOBILE_BREAKPOINT = 768;
/** Widest stage, CSS pixels. */
const maxWidth = 1200;
/** Margin on each side: a share of the window's width, up to a maximum in CSS pixels. */
const margin = { share: 0.05, max: 120 };
/** Width of the scene list on wide screens, CSS pixels. */
const homeWidth = 240;
/** Height of everything above and below the canvas, CSS pixels. */
const frameHeight = 120 + 40;

/** Layout of the stage. */
export interface StageLayout {
  /** Width of everything next to the canvas, CSS pixels. Default: the scene list on wide screens. */
  aside?: number;
  /** false on the timeline and audio routes. Default true. */
  margins?: boolean;
  /** CSS pixels to subtract from the window's height. Default 160. */
  frameHeight?: number;
}

/** The canvas on screen. */
export interface StageSize extends Size {
  /** CSS pixels per pixel of the canvas. */
  scale: number;
}

/** Returns whether a window is mobile: at most 768 CSS pixels wide. */
export function isMobile(window: Size): boolean {
  return window.width <= MOBILE_BREAKPOINT;
}

/**
 * Returns the largest stage of the canvas's ratio that fits into a window, in whole CSS pixels, at least 1.
 * @param window, canvas pixels.
 */
export function stageSize(window: Size, canvas: Size, layout: StageLayout = {}): StageSize {
  const aside = layout.aside ?? (isMobile(window) ? 0 : homeWidth);
  const margins = (layout.margins ?? true) ? 2 * Math.min(margin.max, margin.share * window.width) : 0;
  const room = {
    width: Math.min(maxWidth, window.width - aside - margins),
    height: window.height - (layout.frameHeight ?? frameHeight),
  };
  const scale = Math.max(Math.min(room.width / canvas.width, room.height / canvas.height), 1 / canvas.width);
  const width = Math.max(1, Math.floor(canvas.width * scale + 1e-6));
  return {
    width,
    height: Math.max(1, Math.round((width * canvas.height) / canvas.width)),
    scale: width / canvas.width,
  };
}
