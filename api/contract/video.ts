import * as z from 'zod';
import { MAX_MERGE_VALUES, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, MAX_URL_LENGTH } from '../../engine/project/limits.ts';
import { problemItem } from './errorBody.ts';
import { webhookRecord } from './webhook.ts';

/** State of a video. The last three are final. */
const videoStatus = z.enum(['queued', 'rendering', 'done', 'failed', 'cancelled']);

/** A requested video, GIF or image. Fields of the result are null until it is done. */
export const videoRecord = z.object({
  /** Unguessable 128-bit id; everyone who knows it can see the video, unless it is private. */
  _id: z.string(),
  name: z.string().nullable(),
  status: videoStatus,
  /** 0 to 1; never decreases within an attempt. */
  progress: z.number().min(0).max(1),
  /** Current activity, for display. */
  progressText: z.string(),
  /**
   * Number of the waiting or running attempt; above 1, work started over, so `progress` fell. May skip numbers. Null at
   * the end; missing from earlier servers.
   */
  attempt: z.number().int().min(1).nullable().default(null),
  /** true only when the result is available. */
  done: z.boolean(),
  /** URL of the result. */
  url: z.string().nullable(),
  /** URL of a JPEG still of the result, or null. */
  poster: z.string().nullable(),
  mime: z.string().nullable(),
  /** Pixels. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Seconds; 0 for a still. */
  duration: z.number().nullable(),
  /** Bytes. */
  size: z.number().nullable(),
  /** Why it failed; null unless `status` is "failed". */
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      problems: z.array(problemItem).optional(),
      /** Number of problems beyond those listed. */
      moreProblems: z.number().int().positive().optional(),
    })
    .nullable(),
  /** Deviations from the project, in sentences: a character without a font, a damaged part. */
  notes: z.array(z.string()),
  /** Time of the request, ISO 8601. */
  submittedAt: z.string(),
  /** Time of the end, ISO 8601. */
  finishedAt: z.string().nullable(),
  /** Whether the requesting session owns it, and so may cancel and delete it. */
  mine: z.boolean(),
  /** true: only its owner sees it. Missing from earlier servers. */
  isPrivate: z.boolean().default(false),
  /** Its webhook, only for its owner; null if there is none. Missing from earlier servers. */
  webhook: webhookRecord.nullable().default(null),
});

/** Body of a change of a video's visibility. */
export const changeVideoBody = z.object({ isPrivate: z.boolean() });

/** A requested video, GIF or image. */
export type VideoRecord = z.infer<typeof videoRecord>;
/** State of a video. */
export type VideoStatus = z.infer<typeof videoStatus>;

/** Whether a video has reached a final state. */
export function isFinal(video: Pick<VideoRecord, 'status'>): boolean {
  return video.status === 'done' || video.status === 'failed' || video.status === 'cancelled';
}

/** The count is checked before the values. */
const mergeValues = z
  .unknown()
  .refine((value) => Object.keys(Object(value)).length <= MAX_MERGE_VALUES, {
    error: `"merge" can have at most ${MAX_MERGE_VALUES} values.`,
    abort: true,
  })
  .pipe(z.record(z.string().max(MAX_NAME_LENGTH), z.string().max(MAX_TEXT_LENGTH)));

/**
 * Body of createVideo: a Studio project (`isStudio: true`, with the project's fields at the top level), or a tool's
 * body with the extra fields of the tools specification, section 7. The engine validates the content.
 */
export const createVideoBody = z.looseObject({
  isStudio: z.boolean().optional(),
  name: z.unknown().optional(),
  /** Gets a signed POST when the video ends, see webhookEvent. */
  webhookUrl: z.string().max(MAX_URL_LENGTH).optional(),
  /** Values for the fields of a Studio project by field name: text, colors and file URLs. */
  merge: mergeValues.optional(),
});
/** Body of createVideo. */
export type CreateVideoBody = Record<string, unknown>;

/** Body of triggerLambda: the record from createVideo; only its id is used. */
export const triggerBody = z.looseObject({ _id: z.string().max(64) });

/** Answer of triggerLambda. */
export const triggerAnswer = z.object({ _id: z.string(), status: videoStatus });

/** Path of calls on one video. */
export const videoParams = z.object({ id: z.string().min(1).max(64) });

/** Query of the list: `limit` 1 to 200 (default 50), `before` the id that the page follows. */
export const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.string().max(64).optional(),
});

/** Answer of the list: the session's videos, newest first; `next` is the `before` of the next page, or null. */
export const videoList = z.object({
  videos: z.array(videoRecord),
  next: z.string().nullable(),
});
/** Answer of the list. */
export type VideoList = z.infer<typeof videoList>;

/** Answer of DELETE on a video: what was done. */
export const deleteAnswer = z.object({
  _id: z.string(),
  outcome: z.enum(['cancelled', 'deleted']),
});
/** Answer of DELETE on a video. */
export type DeleteAnswer = z.infer<typeof deleteAnswer>;
