import { proxy, ref } from 'valtio/vanilla';
import type { Kept } from '../../state/kept.ts';

/** What of the timeline is being dragged. */
export const moving = proxy({
  /** The layers. */
  layerIds: ref([]) as Kept<readonly string[]>,
  /** The music. */
  isTrack: false,
  /** The scene whose end is dragged. */
  sceneId: null as string | null,
  /** The moment that it has snapped to, seconds of the whole video. */
  snappedAt: null as number | null,
  /** What was done by a key, in words, for screen readers. */
  said: '',
});

/** Ends what a drag shows of itself. */
export function endMoving(): void {
  Object.assign(moving, { layerIds: ref([]), isTrack: false, sceneId: null, snappedAt: null });
}
