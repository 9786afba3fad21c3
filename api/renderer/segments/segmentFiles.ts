import { perSecond } from '../../../engine/timeline/frameRate.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { Piece } from '../runs/command.ts';

/** Whether a plan is carried out as one, without segments: it has only one, and encodes it. */
export function isSingleRun({ segments, way }: Pick<RenderPlan, 'segments' | 'way'>): boolean {
  return segments.length <= 1 && (way === undefined || way.kind === 'encode');
}

/** Path of a segment that was made. @param index its place among all. */
export function segmentFile(work: string, index: number): string {
  return `${work}/${segmentName(index)}`;
}

/** Path of the sound of a video of several segments. */
export function soundFile(work: string): string {
  return `${work}/sound.part`;
}

/** The segments of a plan as they are joined. */
export function segmentPieces({ segments, output }: Pick<RenderPlan, 'segments' | 'output'>): Piece[] {
  return segments.map(({ from, to, sameAs }, i) => ({
    name: segmentName(sameAs ?? i),
    seconds: (to - from) / perSecond(output.rate),
  }));
}

function segmentName(index: number): string {
  return `segment-${index}.part`;
}
