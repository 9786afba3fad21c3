import type { RenderPlan } from '../plan/plan.ts';
import { decoderRecord, readMp4Header, withFile } from './mp4Header.ts';

/** Segments to encode, by index. */
export interface MissingSegments {
  missing: readonly number[];
  /** Returns the path of a segment that is already finished. */
  fileOf: (index: number) => string;
}

/** A plan whose segments several workers encode. */
export interface SharedPlan {
  /** Already split into its segments. */
  plan: RenderPlan;
  /** See CachedJob. */
  lacking: readonly string[];
  /** Fingerprints of the painters of each segment on the planning machine, see paintersOf. */
  painters: readonly string[];
}

/** Offers the segments of a video to other workers. @returns whether they take them. */
export type HandOver = (request: SharedPlan & MissingSegments) => Promise<boolean>;

/** Thrown when other workers encode the segments and finish the video. */
export class HandedOverError extends Error {
  override name = 'HandedOverError';
}

/** A segment cannot be painted here as on the planning machine, because a font is missing or different. */
export class PainterMismatchError extends Error {
  override name = 'PainterMismatchError';
}

/** Segments that other workers encoded. */
export interface ReadySegments {
  /** Whether all expected segments are there. */
  isWhole: boolean;
  /** Links a segment to another path. @returns whether it was found. */
  copyTo(index: number, to: string): Promise<boolean>;
  /** Disables all segments, because some may be damaged. @returns whether any was taken. */
  forgetTaken(): boolean;
}

/** No segments. */
export const noReadySegments: ReadySegments = { isWhole: false, copyTo: async () => false, forgetTaken: () => false };

/** A render that continues from segments of other workers. */
export interface ResumedRender extends SharedPlan {
  ready: ReadySegments;
}

/** Encoded segments have different parameter sets, so they cannot be joined. */
export class SegmentsDifferError extends Error {
  override name = 'SegmentsDifferError';
}

/**
 * Checks that encoded segments have the same parameter sets, because decoders only read those at the start of a file.
 * @throws SegmentsDifferError
 */
export async function expectSameSets(paths: readonly string[]): Promise<void> {
  let first: Buffer | undefined;
  for (const path of paths) {
    const record = decoderRecord(await withFile(path, 'r', readMp4Header));
    first ??= record;
    if (!first.equals(record)) throw new SegmentsDifferError('Two segments were encoded differently.');
  }
}
