import type { FrameCanvas } from '../../../engine/browser/preview/frameCanvas.ts';

/** A canvas that the Studio draws on, and its container. */
export interface ShownCanvas {
  preview: FrameCanvas;
  element: HTMLElement;
}

/** The active canvas, for screens that read its colors and frames. */
let shown: ShownCanvas | undefined;

/** The active canvas, if any. */
export function shownCanvas(): ShownCanvas | undefined {
  return shown;
}

/** Registers a canvas as active. @returns a function that unregisters it. */
export function showCanvas(canvas: ShownCanvas): () => void {
  shown = canvas;
  return () => {
    if (shown === canvas) shown = undefined;
  };
}
