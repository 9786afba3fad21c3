import type { FrameWindow } from '../../../engine/timeline/frameRate.ts';
import type { Part } from './plan.ts';

/** Returns the time fields of a part. @param frames of its scene. */
export function timeOf({ from, to }: FrameWindow, frames: number): Pick<Part, 'from' | 'until'> {
  return { ...(from > 0 ? { from } : {}), ...(to < frames ? { until: to } : {}) };
}
