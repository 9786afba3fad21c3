import * as z from 'zod';

/** Most failures that are told. */
export const MOST_FAILURES = 50;

/** What whoever runs the server sees of all processes together. Ages are seconds, times ISO 8601. */
export const overview = z.object({
  queues: z.array(
    z.object({ queue: z.string(), state: z.enum(['waiting', 'running']), count: z.number(), oldest: z.number() }),
  ),
  /** Processes that render something now; `silentFor`: since they last said so. */
  workers: z.array(z.object({ name: z.string(), videos: z.number(), silentFor: z.number() })),
  /** The newest videos that failed, without what people wrote. */
  failures: z.array(z.object({ id: z.string(), code: z.string(), attempt: z.number(), finishedAt: z.string() })),
  /** Rows and bytes of each kind; an uploaded file that several have sent is stored once. */
  storage: z.array(z.object({ kind: z.enum(['videos', 'files', 'projects']), count: z.number(), bytes: z.number() })),
});

/** What whoever runs the server sees. */
export type Overview = z.infer<typeof overview>;
