import { proxy } from 'valtio/vanilla';
import { navigate } from 'wouter/use-browser-location';
import type { CropFrame } from '../../../engine/layout/cropFrame.ts';
import { place } from '../../state/place.ts';
import type { Unproxied } from '../../state/unproxied.ts';
import { homePath } from '../state/go.ts';

/** The shapes that a crop may be given, and the width by height of those that have their own. */
export const cropShapes = [
  { id: 'free', label: 'Free' },
  { id: 'original', label: 'Original' },
  { id: '1:1', label: '1:1', ratio: 1 },
  { id: '4:5', label: '4:5', ratio: 4 / 5 },
  { id: '9:16', label: '9:16', ratio: 9 / 16 },
  { id: '16:9', label: '16:9', ratio: 16 / 9 },
] as const;

/** One of them. */
export type CropShape = (typeof cropShapes)[number]['id'];

/** What is being cropped. */
export const cropping = proxy({
  /** The layer whose file is shown whole, with a frame on it. */
  layerId: null as string | null,
  shape: 'free' as CropShape,
  /** The frame as a pointer has pulled it so far, without the project knowing it yet. */
  draft: null as Unproxied<CropFrame> | null,
});

/** Ends the cropping: back to the layer's own screen. */
export function endCropping(): void {
  if (place.screen === 'crop') navigate(homePath(), { replace: true });
}
