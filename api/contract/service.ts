import * as z from 'zod';

/** Answer of health. */
export const health = z.object({
  status: z.literal('ok'),
  version: z.string(),
  database: z.enum(['embedded', 'postgresql']),
  /** Waiting and rendering jobs. */
  queued: z.number(),
  rendering: z.number(),
  /** Video formats accepted as uploads besides the default ones; missing from earlier servers. */
  formats: z.array(z.string()).default([]),
  /** Video codecs that the service can encode; missing from earlier servers, and where there is no ffmpeg. */
  codecs: z.array(z.string()).optional(),
});
/** Answer of health. */
export type Health = z.infer<typeof health>;

/** A sample project of the service. `project` is the content of a project file. */
export const sampleProject = z.object({
  id: z.string(),
  name: z.string(),
  project: z.record(z.string(), z.unknown()),
});
/** Answer of /samples/projects. */
export const sampleList = z.array(sampleProject);
/** A sample project of the service. */
export type SampleProject = z.infer<typeof sampleProject>;
