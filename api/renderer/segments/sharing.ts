import type { RenderPlan } from '../plan/plan.ts';
import { avcRecord, readMp4Header, withFile } from './mp4Header.ts';

/** Segments that have to be made, by their places among all. */
export interface WantedSegments {
  missing: readonly number[];
  /** Where those lie that are there already. */
  fileOf: (index: number) => string;
}

/** What a video is made from that several make together. */
export interface SharedPlan {
  /** Cut as its segments are. */
  plan: RenderPlan;
  /** See CachedJob. */
  lacking: readonly string[];
  /** What painted each of its segments would be painted with where it was planned, see paintersOf. */
  painters: readonly string[];
}

/** Is asked whether others make the segments of a video. @returns whether they do. */
export type HandOver = (wanted: SharedPlan & WantedSegments) => Promise<boolean>;

/** The segments of a video are made elsewhere, and so is what comes of them. */
export class HandedOver extends Error {
  override name = 'HandedOver';
}

/** A segment cannot be painted here as where its video was planned: a font is not to be had, or is another. */
export class OtherPainters extends Error {
  override name = 'OtherPainters';
}

/** Segments that were made elsewhere. */
export interface ReadySegments {
  /** Whether they are all that there should be. */
  isWhole: boolean;
  /** Gives one out under another name. @returns whether it is there. */
  take(index: number, to: string): Promise<boolean>;
  /** Gives none from now on, because something of them was not what it should be. @returns whether it gave any. */
  forgetTaken(): boolean;
}

/** None. */
export const noneReady: ReadySegments = { isWhole: false, take: async () => false, forgetTaken: () => false };

/** A render whose segments were made elsewhere. */
export interface BegunRender extends SharedPlan {
  ready: ReadySegments;
}

/** Encoded segments have different parameter sets, so they cannot be joined. */
export class SegmentsDifferError extends Error {
  override name = 'SegmentsDifferError';
}

/**
 * Decoders read the parameter sets of a file's beginning only: encoded segments that are joined must have the same.
 * @throws SegmentsDifferError
 */
export async function expectSameSets(paths: readonly string[]): Promise<void> {
  let first: Buffer | undefined;
  for (const path of paths) {
    const record = avcRecord(await withFile(path, 'r', readMp4Header));
    first ??= record;
    if (!first.equals(record)) throw new SegmentsDifferError('Two segments were encoded differently.');
  }
}
