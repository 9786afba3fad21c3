import { proxy, ref } from 'valtio/vanilla';
import type { Box } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import type { Guide } from '../../../engine/layout/snap.ts';
import type { Unproxied } from '../../state/unproxied.ts';

/** What the stage shows beside the project: a gesture on its way, and what the mouse is over. */
export const live = proxy({
  /** By layer: where a gesture has moved, resized or rotated it so far, without the project knowing it yet; pixels of the canvas. */
  boxes: ref(new Map()) as Unproxied<ReadonlyMap<string, Box>>,
  /** The red lines of what it snapped to. */
  guides: ref([]) as Unproxied<readonly Guide[]>,
  /** The frame that is pulled over the stage, pixels of the canvas, and the layers that it would select. */
  marquee: null as Unproxied<{ area: Rect; ids: readonly string[] }> | null,
  /** The layer under the mouse. */
  hoveredId: null as string | null,
  /** By layer: where files stand that the project knows no place and no size of, pixels of the canvas. */
  fileBoxes: ref({}) as Unproxied<Record<string, Box>>,
});

/** Whether a gesture is on its way. */
export function isGesturing(): boolean {
  return live.boxes.size > 0 || live.marquee !== null;
}

/** Ends what a gesture shows. */
export function endLive(): void {
  live.boxes = ref(new Map());
  live.guides = ref([]);
  live.marquee = null;
}
