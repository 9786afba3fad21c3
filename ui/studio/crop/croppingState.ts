import { proxy } from 'valtio/vanilla';
import { navigate } from 'wouter/use-browser-location';
import type { CropFrame } from '../../../engine/layout/cropFrame.ts';
import { place } from '../../app/place.ts';
import type { Unproxied } from '../../client/page/unproxied.ts';
import { homePath } from '../state/go.ts';

/** The aspect ratios (width / height) on offer. */
export const cropShapes = [
  { id: 'free', label: 'Free' },
  { id: 'original', label: 'Original' },
  { id: '1:1', label: '1:1', ratio: 1 },
  { id: '4:5', label: '4:5', ratio: 4 / 5 },
  { id: '9:16', label: '9:16', ratio: 9 / 16 },
  { id: '16:9', label: '16:9', ratio: 16 / 9 },
] as const;

export type CropShape = (typeof cropShapes)[number]['id'];

/** State of the crop editor. */
export const cropping = proxy({
  /** The layer whose whole source is shown with a crop frame. */
  layerId: null as string | null,
  shape: 'free' as CropShape,
  /** The frame of a running drag, not yet applied to the project. */
  draft: null as Unproxied<CropFrame> | null,
});

/** Ends cropping and returns to the layer's own screen. */
export function endCropping(): void {
  if (place.screen === 'crop') navigate(homePath(), { replace: true });
}
