import * as z from 'zod';

/** Days that failures are listed and can be retried together. */
export const FAILURE_DAYS = 7;
/** Most listed failures per code, and most listed dead letters. */
export const MOST_FAILURES = 20;
/** Most videos retried by one call. */
export const MOST_RETRIED = 100;

/**
 * Failures caused by the machine: the same video may succeed in another try; all other failures would repeat. `lost` is
 * what earlier releases called `crashed`.
 */
export const machineFaults: readonly string[] = ['internal', 'disk-full', 'unavailable', 'crashed', 'lost'];

/** Role of a process: web serves pages and calls, worker renders, all does both. */
export const processRole = z.enum(['all', 'web', 'worker']);
/** Role of a process. */
export type ProcessRole = z.infer<typeof processRole>;

/** Current work of a worker. */
const work = z.object({
  video: z.string(),
  /** Index of the segment, from 0; null for the whole video. */
  segment: z.number().nullable(),
  attempt: z.number(),
  /** Seconds until others may take it over without a heartbeat; 0: they may now. */
  leaseLeft: z.number(),
  silentFor: z.number(),
});

/** The operator's view of all processes together. Ages are in seconds, times in ISO 8601. */
export const overview = z.object({
  /** Time of the query. */
  at: z.string(),
  /** `dead`: jobs without further attempts, see `deadLetters`. */
  queues: z.array(
    z.object({
      queue: z.string(),
      state: z.enum(['waiting', 'running', 'dead']),
      count: z.number(),
      oldest: z.number(),
    }),
  ),
  /**
   * Running processes, idle ones included; `role` and `startedAt` are null for processes of an earlier release.
   * `videos`: number of current jobs; `silentFor`: seconds since the last heartbeat.
   */
  workers: z.array(
    z.object({
      name: z.string(),
      role: processRole.nullable(),
      startedAt: z.string().nullable(),
      videos: z.number(),
      silentFor: z.number(),
      work: z.array(work),
    }),
  ),
  /** Number of recent failures per code, and whether they can be retried. */
  failureCounts: z.array(z.object({ code: z.string(), count: z.number(), isRetriable: z.boolean() })),
  /** Latest failures per code, newest first. */
  failures: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      message: z.string(),
      attempt: z.number(),
      finishedAt: z.string(),
    }),
  ),
  /** Latest dead jobs; `status`: of the video, null if it was deleted. */
  deadLetters: z.array(
    z.object({
      queue: z.string(),
      video: z.string(),
      segment: z.number().nullable(),
      at: z.string(),
      status: z.string().nullable(),
    }),
  ),
  /**
   * Rows and bytes per kind; a file uploaded several times is stored once. `kit`: templates, logos, fonts and colors.
   */
  storage: z.array(
    z.object({ kind: z.enum(['videos', 'files', 'projects', 'kit']), count: z.number(), bytes: z.number() }),
  ),
});

/** The operator's view of all processes. */
export type Overview = z.infer<typeof overview>;

/** Body of a retry. */
export const retryBody = z.object({
  /** Failed attempt: the video is left unchanged if it has had another one since. Default: any. */
  attempt: z.number().int().min(0).optional(),
});

/** Result of a retry: whether the video was queued by it, and its state. */
export const retryAnswer = z.object({ _id: z.string(), isRetried: z.boolean(), status: z.string() });
/** Result of a retry. */
export type RetryAnswer = z.infer<typeof retryAnswer>;

/** Body of a retry of all failures. */
export const retryAllBody = z.object({
  /** Later failures are left unchanged; use an overview's `at`. So a repeated call does not retry a video twice. */
  failedBefore: z.iso.datetime(),
});

/** Number of queued videos, and of those left for the next call. */
export const retryAllAnswer = z.object({ retried: z.number(), left: z.number() });
/** Number of queued videos, and of those left for the next call. */
export type RetryAllAnswer = z.infer<typeof retryAllAnswer>;
