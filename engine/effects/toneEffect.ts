import type { VideoLayer } from '../project/layers.ts';
import type { Tone } from './tone.ts';

/** A filter of a video that one number sets: its place in the panel, and what it does on both sides. */
export interface ToneEffect {
  /** Field of the layer that holds its amount. */
  id: keyof Pick<VideoLayer, 'brightness' | 'contrast' | 'saturation' | 'fadeOpacity'>;
  title: string;
  /** Amounts in percent; `usual` changes nothing (tools spec §9). */
  range: { min: number; max: number; step: number; usual: number };
  tone(amount: number): Tone;
}
