import * as z from 'zod';

/** For so many days failures are told, and may be tried again together. */
export const FAILURE_DAYS = 7;
/** Most failures of one code, and most dead letters, that are told. */
export const MOST_FAILURES = 20;
/** Most videos that are tried again by one call. */
export const MOST_RETRIED = 100;

/**
 * Failures that are a fault of the machine: the same video may become something at another try. Of all others the next try
 * would end as this one. `lost` is what earlier releases called `crashed`.
 */
export const machineFaults: readonly string[] = ['internal', 'disk-full', 'unavailable', 'crashed', 'lost'];

/** What a process does: pages and calls, rendering, or both. */
export const processRole = z.enum(['all', 'web', 'worker']);
/** What a process does. */
export type ProcessRole = z.infer<typeof processRole>;

/** What a worker does now. */
const work = z.object({
  video: z.string(),
  /** Which of its segments; null for the video as a whole. */
  segment: z.number().nullable(),
  attempt: z.number(),
  /** Seconds after which others take it over, unless its worker speaks again; 0: they may now. */
  leaseLeft: z.number(),
  silentFor: z.number(),
});

/** What whoever runs the server sees of all processes together. Ages are seconds, times ISO 8601. */
export const overview = z.object({
  /** When it was so. */
  at: z.string(),
  /** `dead`: jobs that were given up, see `deadLetters`. */
  queues: z.array(
    z.object({
      queue: z.string(),
      state: z.enum(['waiting', 'running', 'dead']),
      count: z.number(),
      oldest: z.number(),
    }),
  ),
  /**
   * Processes that run, also those that have nothing to do; `role` is null, and `startedAt`, of one of an earlier release, which does
   * not say it. `videos`: how many works it is at; `silentFor`: since it last said something.
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
  /** How many videos failed of each code, in the last days; whether they may be tried again. */
  failureCounts: z.array(z.object({ code: z.string(), count: z.number(), isRetriable: z.boolean() })),
  /** The newest videos of each code that failed in the last days, newest first. */
  failures: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      message: z.string(),
      attempt: z.number(),
      finishedAt: z.string(),
    }),
  ),
  /** The newest jobs that were given up; `status`: of the video, null where that is gone. */
  deadLetters: z.array(
    z.object({
      queue: z.string(),
      video: z.string(),
      segment: z.number().nullable(),
      at: z.string(),
      status: z.string().nullable(),
    }),
  ),
  /** Rows and bytes of each kind; an uploaded file that several have sent is stored once. `kit`: templates, logos, fonts and colors. */
  storage: z.array(
    z.object({ kind: z.enum(['videos', 'files', 'projects', 'kit']), count: z.number(), bytes: z.number() }),
  ),
});

/** What whoever runs the server sees. */
export type Overview = z.infer<typeof overview>;

/** Which failure is meant. */
export const retryBody = z.object({
  /** Attempt that failed: another one, of a try since, is left alone. Default: whichever failed. */
  attempt: z.number().int().min(0).optional(),
});

/** What a retry came to: whether the video was put into the queue by it, and how it stands. */
export const retryAnswer = z.object({ _id: z.string(), isRetried: z.boolean(), status: z.string() });
/** What a retry came to. */
export type RetryAnswer = z.infer<typeof retryAnswer>;

/** Which failures are meant. */
export const retryAllBody = z.object({
  /** What failed after that is left alone; an overview's `at`. So a call that is sent twice tries nothing twice. */
  failedBefore: z.iso.datetime(),
});

/** How many were put into the queue, and how many are left for the next call. */
export const retryAllAnswer = z.object({ retried: z.number(), left: z.number() });
/** How many were put into the queue, and how many are left for the next call. */
export type RetryAllAnswer = z.infer<typeof retryAllAnswer>;
