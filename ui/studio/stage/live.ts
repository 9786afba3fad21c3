import { proxy, ref } from 'valtio/vanilla';
import type { Box } from '../../../engine/layout/box.ts';
import type { Guide } from '../../../engine/layout/snap.ts';
import type { Kept } from '../../state/kept.ts';

/** What the stage shows beside the project: a gesture on its way, and what the mouse is over. */
export const live = proxy({
  /** The layer that a gesture has moved, sized or turned so far, without the project knowing it yet. */
  layerId: null as string | null,
  /** Where it stands meanwhile, pixels of the canvas. */
  box: null as Kept<Box> | null,
  /** The red lines of what it snapped to. */
  guides: ref([]) as Kept<readonly Guide[]>,
  /** The layer under the mouse. */
  hoveredId: null as string | null,
  /** By layer: where files stand that the project knows no place and no size of, pixels of the canvas. */
  fileBoxes: ref({}) as Kept<Record<string, Box>>,
});

/** Whether a gesture is on its way. */
export function isGesturing(): boolean {
  return live.layerId !== null;
}

/** Ends what a gesture shows. */
export function endLive(): void {
  live.layerId = null;
  live.box = null;
  live.guides = ref([]);
}
