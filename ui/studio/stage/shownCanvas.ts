import type { FrameCanvas } from '../../../engine/browser/preview/frameCanvas.ts';

/** A canvas that the Studio draws on, and the element that it fills. */
export interface ShownCanvas {
  preview: FrameCanvas;
  element: HTMLElement;
}

/** The one that is shown now; screens that ask for colors and frames of what is on it find it here. */
let shown: ShownCanvas | undefined;

/** The canvas that is shown now; undefined: none. */
export function shownCanvas(): ShownCanvas | undefined {
  return shown;
}

/** Tells that a canvas is shown. @returns ends it. */
export function showCanvas(canvas: ShownCanvas): () => void {
  shown = canvas;
  return () => {
    if (shown === canvas) shown = undefined;
  };
}
