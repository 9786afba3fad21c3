import type { Generated, Selectable } from 'kysely';
import type { CreatedAt, Instant, Json, WorkState } from './columns.ts';

/** Plan of a video whose segments several workers render; deleted when the video ends. */
export interface RenderTable {
  video_id: string;
  /** The video's attempt that made the plan. */
  attempt: number;
  /** See makerOf: the same program encodes all segments of a video. */
  program: string;
  /** Further shared data, as JSON. */
  shared: string;
}

/** A segment of a shared video. */
export interface SegmentTable {
  video_id: string;
  /** Position in the video, from 0. */
  place: number;
  frames: number;
  /** Place in the queue of all parties; the smallest is taken first. */
  turn: Generated<number>;
  /** Id of the only job that may work on it. */
  job_id: string | null;
  state: Generated<Extract<WorkState, 'queued' | 'running' | 'done'>>;
  /** Fencing token: each start of work increments it; writes of earlier attempts have no effect. */
  attempt: Generated<number>;
  /** Attempts that were lost with their process, and the number of the last such crash. */
  crashes: Generated<number>;
  crash: Generated<number | string | null>;
  /** Number of the latest process crash when the attempt started. */
  seen_crash: Generated<number | string>;
  /** How often a worker deferred it to others. */
  deferrals: Generated<number>;
  /** How often a worker with another ffmpeg refused it. */
  refusals: Generated<number>;
  /** Process that works on it, and its last heartbeat. */
  worker: string | null;
  beat_at: Instant | null;
  /** Of its own frames, 0 to 1. */
  progress: Generated<number>;
  /** File name in the video's folder; null until it is done, and if the join renders it. */
  file: string | null;
  /** Seconds of work. */
  seconds: Generated<number>;
  notes: Json<readonly string[]>;
  created_at: CreatedAt;
}

/** A segment row as read. */
export type SegmentRow = Selectable<SegmentTable>;
