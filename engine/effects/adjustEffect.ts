import type { VideoLayer } from '../project/layers.ts';
import type { Adjustment } from './adjustment.ts';

/** A filter of a video that one number sets: its place in the panel, and what it does on both sides. */
export interface AdjustEffect {
  /** Field of the layer that holds its amount. */
  id: keyof Pick<VideoLayer, 'brightness' | 'contrast' | 'saturation' | 'fadeOpacity'>;
  title: string;
  /** Amounts in percent; `usual` changes nothing. */
  range: { min: number; max: number; step: number; usual: number };
  adjustment(amount: number): Adjustment;
}
