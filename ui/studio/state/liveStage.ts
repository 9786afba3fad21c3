import { proxy, ref, subscribe } from 'valtio/vanilla';
import type { FrameCanvas } from '../../../engine/browser/preview/frameCanvas.ts';
import type { Box } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import type { Guide } from '../../../engine/layout/snap.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';

/** Temporary state of the stage: the running gesture and the hovered layer. */
export const live = proxy({
  /** Boxes by layer that a running gesture has moved, resized or rotated but not committed, in canvas pixels. */
  boxes: ref(new Map()) as Unproxied<ReadonlyMap<string, Box>>,
  /** The red guides that the gesture snapped to. */
  guides: ref([]) as Unproxied<readonly Guide[]>,
  /** The selection rectangle in canvas pixels, and the layers it would select. */
  marquee: null as Unproxied<{ area: Rect; ids: readonly string[] }> | null,
  /** The layer under the mouse. */
  hoveredId: null as string | null,
  /** Boxes by layer of files without position and size in the project, in canvas pixels. */
  fileBoxes: ref({}) as Unproxied<Record<string, Box>>,
});

/** Whether a gesture is running. */
export function isGesturing(): boolean {
  return live.boxes.size > 0 || live.marquee !== null;
}

/** Clears the state of a gesture. */
export function endLive(): void {
  live.boxes = ref(new Map());
  live.guides = ref([]);
  live.marquee = null;
}

/** A canvas that the Studio draws on, and its container. */
interface ShownCanvas {
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

const KEY = 'cutroom-canvas-aids';

/** Grid, rulers and safe areas over the canvas; never part of the output. Stored in this browser. */
export const aids = proxy({ grid: false, rulers: false, safeAreas: false, ...stored() });

subscribe(aids, () => {
  try {
    localStorage.setItem(KEY, JSON.stringify(aids));
  } catch {
    // Storage may be forbidden; the choice is then lost on reload.
  }
});

function stored(): { grid?: boolean; rulers?: boolean; safeAreas?: boolean } {
  try {
    const { grid, rulers, safeAreas } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { grid: grid === true, rulers: rulers === true, safeAreas: safeAreas === true };
  } catch {
    return {};
  }
}

/** Whether a click on a layer toggles it in the selection: multiple selection by touch. */
export const picking = proxy({ isOn: false });
