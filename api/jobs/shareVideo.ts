import { rm } from 'node:fs/promises';
import { linkOrCopy } from '../renderer/segments/segmentCache.ts';
import type { HandOver, ReadySegments, ResumedRender } from '../renderer/segments/sharing.ts';
import { videoKey } from '../storage/keys.ts';
import { NotStoredError, type Storage } from '../storage/storage.ts';
import { isOfBuild, makerOf } from '../system/buildIdentity.ts';
import type { Attempt } from './jobStore.ts';
import { retryDatabase } from './retryDatabase.ts';
import type { NewSegment, SegmentStore } from './segmentStore.ts';
import { WorkAbortedError } from './workKind.ts';

/** Content type of segments; only workers read them. */
export const segmentType = { type: 'application/octet-stream' };

/** Where shared segments are stored. */
interface Sharing {
  segments: SegmentStore;
  storage: Storage;
}

/** Returns the name of a segment's file, unique per attempt. @param planned the video's attempt that made the plan. */
export function segmentFileName(planned: number, place: number, attempt: number): string {
  return `${planned}.segment-${place}-${attempt}`;
}

/**
 * Hands a video's segments over to free workers in one transaction. Segments that are already rendered are uploaded
 * first.
 * @param notes of the video so far. @param signal of the attempt.
 */
export function handingOver(
  { segments, storage }: Sharing,
  attempt: Attempt,
  notes: readonly string[],
  signal: AbortSignal,
): HandOver {
  return async ({ plan, lacking, painters, missing, fileOf }) => {
    const handed: NewSegment[] = [];
    for (const [place, { from, to, sameAs }] of plan.segments.entries()) {
      if (sameAs !== undefined) continue;
      const segment = { place, frames: to - from };
      const file = segmentFileName(attempt.attempt, place, 0);
      const isMissing = missing.includes(place);
      if (!isMissing) await storage.put(videoKey(attempt.id, file), fileOf(place), { ...segmentType, signal });
      handed.push(isMissing ? segment : { ...segment, file });
    }
    const shared = { program: await makerOf(), notes, plan: { plan, lacking, painters } };
    const isHandedOver = await retryDatabase(
      async () => (await segments.handOver(attempt, shared, handed)) || (await isShared(segments, attempt)),
      signal,
    );
    // Its local files are gone: this attempt cannot continue.
    if (!isHandedOver) throw new WorkAbortedError('superseded');
    return true;
  };
}

/** Whether this attempt's segments were handed over: the connection may have been lost after a successful commit. */
async function isShared(segments: SegmentStore, { id, attempt }: Attempt): Promise<boolean> {
  return (await segments.shared(id))?.attempt === attempt;
}

/** A video whose segments are done. */
export interface ToJoin extends ResumedRender {
  /** Notes so far. */
  notes: string[];
  /** Seconds of work on its segments. */
  seconds: number;
}

/**
 * Collects what a video is joined from. @returns undefined if that is gone or comes from another build: then it is
 * rendered as if it had never been shared.
 */
export async function openToJoin(
  { segments, storage }: Sharing,
  id: string,
  signal: AbortSignal,
): Promise<ToJoin | undefined> {
  const shared = await retryDatabase(() => segments.shared(id), signal);
  if (!shared || !isOfBuild(shared.program)) return undefined;
  const rows = await retryDatabase(() => segments.all(id), signal);
  // Missing segments are encoded here: with another ffmpeg they would not match the rest.
  const isMixed = rows.some(({ file }) => file === null) && shared.program !== (await makerOf());
  const files = new Map(rows.flatMap(({ place, file }) => (file === null || isMixed ? [] : [[place, file] as const])));
  const isWhole = files.size === rows.length;
  const ready = { isWhole, ...readySegments(storage, id, files, signal) };
  const notes = [...new Set([...shared.notes, ...rows.flatMap((row) => row.notes)])];
  return { ...shared.plan, ready, notes, seconds: rows.reduce((sum, { seconds }) => sum + seconds, 0) };
}

function readySegments(
  storage: Storage,
  id: string,
  files: ReadonlyMap<number, string>,
  signal: AbortSignal,
): Pick<ReadySegments, 'copyTo' | 'forgetTaken'> {
  let [wasTaken, isOver] = [false, false];
  return {
    async copyTo(index, to) {
      const file = files.get(index);
      if (isOver || file === undefined) return false;
      const local = await storage.fetchLocal(videoKey(id, file), signal).catch((error: unknown) => {
        if (error instanceof NotStoredError) return undefined;
        throw error;
      });
      if (!local) return false;
      try {
        await rm(to, { force: true });
        await linkOrCopy(local.path, to);
      } finally {
        local.release();
      }
      wasTaken = true;
      return true;
    },
    forgetTaken() {
      isOver = true;
      return wasTaken;
    },
  };
}
