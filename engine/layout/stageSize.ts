import type { Size } from './box.ts';

/** Widest window, CSS pixels, that counts as mobile. */
const MOBILE_BREAKPOINT = 768;
/** Widest stage, CSS pixels. */
const maxWidth = 1200;
/** Margin on each side: a share of the window's width, up to so many CSS pixels. */
const margin = { share: 0.05, max: 120 };
/** What the scene list takes of the width on wide screens, CSS pixels. */
const homeWidth = 240;
/** What stands above and below the canvas, CSS pixels. */
const frameHeight = 120 + 40;

/** How the stage is laid out. */
export interface StageLayout {
  /** The scene list stands beside it on wide screens. Default true. */
  home?: boolean;
  /** false on the timeline and audio routes. Default true. */
  margins?: boolean;
  /** CSS pixels that are taken from the window's height. Default 160. */
  frameHeight?: number;
}

/** The canvas on screen. */
export interface StageSize extends Size {
  /** CSS pixels per pixel of the canvas. */
  scale: number;
}

/** Whether a window is that of a phone: 768 CSS pixels wide or less. */
export function isMobile(window: Size): boolean {
  return window.width <= MOBILE_BREAKPOINT;
}

/**
 * The largest stage of the canvas's ratio that a window has room for, whole CSS pixels, 1 at least.
 * @param window, canvas pixels.
 */
export function stageSize(window: Size, canvas: Size, layout: StageLayout = {}): StageSize {
  const aside = (layout.home ?? true) && !isMobile(window) ? homeWidth : 0;
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
