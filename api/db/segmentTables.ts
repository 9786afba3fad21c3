import type { Generated, Selectable } from 'kysely';
import type { CreatedAt, Instant, Json } from './columns.ts';

/** What is shared of a video whose segments several workers make; gone with its end. */
export interface RenderTable {
  video_id: string;
  /** The video's attempt that made the plan. */
  attempt: number;
  /** See makerOf: segments of one video are encoded by the same. */
  program: string;
  /** JSON of what else is shared. */
  shared: string;
}

/** One segment of such a video. */
export interface SegmentTable {
  video_id: string;
  /** Its place among all, from 0. */
  place: number;
  frames: number;
  /** When it is its turn among the work of all parties: the smallest is taken first. */
  turn: Generated<number>;
  /** Id of the queue's job that may work on it. */
  job_id: string | null;
  status: Generated<'queued' | 'rendering' | 'done'>;
  /** Fencing token: raised by every start of work; a write of an older attempt changes nothing. */
  attempt: Generated<number>;
  /** How many attempts ended without a word, and with which process crash the last of them did. */
  crashes: Generated<number>;
  crash: Generated<number | string | null>;
  /** Number of the last process crash that was known of when the attempt began. */
  seen_crash: Generated<number | string>;
  /** How often a worker left it to others that could not go on with it. */
  deferrals: Generated<number>;
  /** How often a worker with another ffmpeg left it to others. */
  refusals: Generated<number>;
  /** Process that works on it, and when it last said so. */
  worker: string | null;
  beat_at: Instant | null;
  /** Of its own frames, 0 to 1. */
  progress: Generated<number>;
  /** Name of its file in the video's folder; null until it is done, and where the join makes it. */
  file: string | null;
  /** How long it took. */
  seconds: Generated<number>;
  notes: Json<readonly string[]>;
  created_at: CreatedAt;
}

/** A segment as it is read. */
export type SegmentRow = Selectable<SegmentTable>;
