import * as z from 'zod';
import { color } from './fields.ts';

/** Makes pixels of one color transparent, such as a green screen. */
export const chromaKey = z.object({
  color: color.default('#00b140'),
  /** Pixels this close to the color become transparent: a share of the largest difference between two colors. */
  similarity: z.number().min(0.01).max(1).default(0.15),
  /** Additional difference over which pixels become opaque; 0: a hard edge. */
  smoothness: z.number().min(0).max(1).default(0.06),
  /** Share of the green or blue light that is removed from the remaining pixels, 0 to 1. */
  spill: z.number().min(0).max(1).default(0.5),
});

/** Chroma key settings, as parsed. */
export type ChromaKey = z.infer<typeof chromaKey>;
