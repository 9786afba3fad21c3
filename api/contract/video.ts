import * as z from 'zod';
import { MAX_MERGE_VALUES, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, MAX_URL_LENGTH } from '../../engine/project/limits.ts';
import { problemItem } from './errors.ts';
import { webhookRecord } from './webhook.ts';

/** Where a video is on its way. The last three are final. */
const videoStatus = z.enum(['queued', 'rendering', 'done', 'failed', 'cancelled']);

/** A video, GIF or image that was asked for. Fields of the result are null until it is done. */
export const videoRecord = z.object({
  /** 128-bit unguessable id; who knows it may see the video, unless it is private. */
  _id: z.string(),
  name: z.string().nullable(),
  status: videoStatus,
  /** 0 to 1, never falling within one attempt. */
  progress: z.number().min(0).max(1),
  /** What happens now, in words for a person. */
  progressText: z.string(),
  /**
   * Which attempt waits or runs; above 1, work began again from the start, so `progress` fell. May skip numbers. Null at the end;
   * servers of earlier releases do not say it.
   */
  attempt: z.number().int().min(1).nullable().default(null),
  /** true only when the result is there. */
  done: z.boolean(),
  /** Address of the result. */
  url: z.string().nullable(),
  /** Address of a still of the result, a JPEG; null where there is none. */
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
      /** How many more problems there are than those listed. */
      moreProblems: z.number().int().positive().optional(),
    })
    .nullable(),
  /** What was done otherwise than the project asks, in sentences: a letter without a font, a damaged part. */
  notes: z.array(z.string()),
  /** When it was asked for, ISO 8601. */
  submittedAt: z.string(),
  /** When it came to its end, ISO 8601. */
  finishedAt: z.string().nullable(),
  /** Whether the asking session owns it, and so may cancel and delete it. */
  mine: z.boolean(),
  /** true: nobody but its owner sees it, whatever link they have. Servers of earlier releases do not say it. */
  isPrivate: z.boolean().default(false),
  /** Who is told of its end, for its owner alone; null where nobody is. Servers of earlier releases do not say it. */
  webhook: webhookRecord.nullable().default(null),
});

/** Body that says who may see a video. */
export const changeVideoBody = z.object({ isPrivate: z.boolean() });

/** A video, GIF or image that was asked for. */
export type VideoRecord = z.infer<typeof videoRecord>;
/** Where a video is on its way. */
export type VideoStatus = z.infer<typeof videoStatus>;

/** Whether a video came to its end, well or badly. */
export function isFinal(video: Pick<VideoRecord, 'status'>): boolean {
  return video.status === 'done' || video.status === 'failed' || video.status === 'cancelled';
}

/** Counted before each value is checked. */
const mergeValues = z
  .unknown()
  .refine((value) => Object.keys(Object(value)).length <= MAX_MERGE_VALUES, {
    error: `"merge" can have ${MAX_MERGE_VALUES} values at most.`,
    abort: true,
  })
  .pipe(z.record(z.string().max(MAX_NAME_LENGTH), z.string().max(MAX_TEXT_LENGTH)));

/**
 * Body of createVideo: a Studio project (`isStudio: true`, the project's fields at the top level), or a tool's
 * body with the extra fields of the tools specification, section 7. What it holds is checked by the engine.
 */
export const createVideoBody = z.looseObject({
  isStudio: z.boolean().optional(),
  name: z.unknown().optional(),
  /** Is told of the video's end by a signed POST, see webhookEvent. */
  webhookUrl: z.string().max(MAX_URL_LENGTH).optional(),
  /** Fills the fields of a Studio project: words, colors and addresses of files by the fields' names. */
  merge: mergeValues.optional(),
});
/** Body of createVideo. */
export type CreateVideoBody = Record<string, unknown>;

/** Body of triggerLambda: the record that createVideo answered; only its id is read. */
export const triggerBody = z.looseObject({ _id: z.string().max(64) });

/** Answer of triggerLambda. */
export const triggerAnswer = z.object({ _id: z.string(), status: videoStatus });

/** Path of a call on one video. */
export const videoParams = z.object({ id: z.string().min(1).max(64) });

/** Query of the list: `limit` 1 to 200 (default 50), `before` an id of the list, to go on after it. */
export const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.string().max(64).optional(),
});

/** Answer of the list: the session's own videos, newest first; `next` is the `before` of the next page or null. */
export const videoList = z.object({
  videos: z.array(videoRecord),
  next: z.string().nullable(),
});
/** Answer of the list. */
export type VideoList = z.infer<typeof videoList>;

/** Answer of DELETE on a video: what was done with it. */
export const deleteAnswer = z.object({
  _id: z.string(),
  outcome: z.enum(['cancelled', 'deleted']),
});
/** Answer of DELETE on a video. */
export type DeleteAnswer = z.infer<typeof deleteAnswer>;
