import { proxy, ref } from 'valtio/vanilla';
import type { Rect } from '../../../engine/layout/fit.ts';
import type { Unproxied } from '../../state/unproxied.ts';

/** What of the timeline is being dragged. */
export const moving = proxy({
  /** The layers. */
  layerIds: ref([]) as Unproxied<readonly string[]>,
  /** The music. */
  isTrack: false,
  /** The scene whose end is dragged. */
  sceneId: null as string | null,
  /** The frame that is pulled over the timeline, CSS pixels from its first moment, and the layers that it would select. */
  frame: null as Unproxied<Rect> | null,
  framedIds: ref([]) as Unproxied<readonly string[]>,
  /** The moment that it has snapped to, seconds of the whole video. */
  snappedAt: null as number | null,
  /** What was done by a key, in words, for screen readers. */
  said: '',
});

/** Ends what a drag shows of itself. */
export function endMoving(): void {
  Object.assign(moving, { layerIds: ref([]), isTrack: false, sceneId: null, snappedAt: null });
  Object.assign(moving, { frame: null, framedIds: ref([]) });
}
