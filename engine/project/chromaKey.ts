import * as z from 'zod';
import { color } from './fields.ts';

/** How pixels that are like one color become clear, as what is filmed before a green screen needs it. */
export const chromaKey = z.object({
  color: color.default('#00b140'),
  /** How unlike the color pixels may be and still be clear: a share of the largest difference between two colors. */
  similarity: z.number().min(0.01).max(1).default(0.15),
  /** Over how much more difference they become solid, bit by bit; 0: at once. */
  smoothness: z.number().min(0).max(1).default(0.06),
  /** How much of the light of a green or blue screen is taken out of what stays: 0 none, 1 all. */
  spill: z.number().min(0).max(1).default(0.5),
});

/** How pixels become clear, as parsed. */
export type ChromaKey = z.infer<typeof chromaKey>;
