import { fpsOf } from '../../../engine/timeline/frameRate.ts';
import type { RenderPlan } from '../plan/plan.ts';
import type { Piece } from '../runs/command.ts';

/** Whether a plan needs no segments: it has only one, and encodes it. */
export function isSingleRun({ segments, way }: Pick<RenderPlan, 'segments' | 'way'>): boolean {
  return segments.length <= 1 && (way === undefined || way.kind === 'encode');
}

/** Returns the path of a finished segment. @param index index of the segment. */
export function segmentFile(work: string, index: number): string {
  return `${work}/${segmentName(index)}`;
}

/** Returns the path of the audio of a video with several segments. */
export function soundFile(work: string): string {
  return `${work}/sound.part`;
}

/** Returns the segments of a plan in joining order. */
export function segmentPieces({ segments, output }: Pick<RenderPlan, 'segments' | 'output'>): Piece[] {
  return segments.map(({ from, to, sameAs }, i) => ({
    name: segmentName(sameAs ?? i),
    seconds: (to - from) / fpsOf(output.rate),
  }));
}

function segmentName(index: number): string {
  return `segment-${index}.part`;
}
