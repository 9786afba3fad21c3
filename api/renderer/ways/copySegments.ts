import type { PlanSegment } from '../plan/renderMode.ts';
import type { Copyable, CopyableRun } from './copyableRuns.ts';
import { type FrameGroups, firstFrameOfRun, wholeGroups } from './frameGroups.ts';
import { type NotCopyable, notCopyable } from './notCopyable.ts';

/**
 * Returns the segments of a video that copies a source: for each run the copied frames, and the encoded ones before and
 * after them. Repeated segments are produced once.
 * @param fps frames per second of the output.
 */
export function copySegments({ input, runs }: Copyable, groups: FrameGroups, fps: number): PlanSegment[] | NotCopyable {
  const segments: PlanSegment[] = [];
  const made = new Map<string, number>();
  for (const run of runs) {
    const first = firstFrameOfRun(groups, run, fps);
    if (first === undefined) return notCopyable('the frames of the source do not stand at the pace of the video');
    for (const piece of piecesOf(first, run, groups)) {
      const copied = piece.isCopied ? { input: input.id, start: groups.times[piece.from] as number } : undefined;
      const key = `${piece.from}-${piece.to}-${piece.isCopied}`;
      const sameAs = made.get(key);
      if (sameAs === undefined) made.set(key, segments.length);
      segments.push({
        from: run.at + piece.from - first,
        to: run.at + piece.to - first,
        ...(copied ? { copied } : {}),
        ...(sameAs === undefined ? {} : { sameAs }),
      });
    }
  }
  return segments;
}

/** A range of frames in display order. */
interface PicturePiece {
  from: number;
  to: number;
  isCopied: boolean;
}

function piecesOf(first: number, { frames }: CopyableRun, groups: FrameGroups): PicturePiece[] {
  const end = first + frames;
  const whole = wholeGroups(groups, { from: first, to: end });
  if (!whole) return [{ from: first, to: end, isCopied: false }];
  return [
    { from: first, to: whole.from, isCopied: false },
    { ...whole, isCopied: true },
    { from: whole.to, to: end, isCopied: false },
  ].filter(({ from, to }) => to > from);
}
