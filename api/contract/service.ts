import * as z from 'zod';

/** Answer of health. */
export const health = z.object({
  status: z.literal('ok'),
  version: z.string(),
  database: z.enum(['embedded', 'postgresql']),
  /** Jobs that wait and that are being rendered. */
  queued: z.number(),
  rendering: z.number(),
  /** Formats of videos that are taken as uploads beside the usual ones; a server of before says nothing of them. */
  formats: z.array(z.string()).default([]),
});
/** Answer of health. */
export type Health = z.infer<typeof health>;

/** A project that comes with the service, to try it out. `project` is a project file's content. */
export const sampleProject = z.object({
  id: z.string(),
  name: z.string(),
  project: z.record(z.string(), z.unknown()),
});
/** Answer of /samples/projects. */
export const sampleList = z.array(sampleProject);
/** A project that comes with the service. */
export type SampleProject = z.infer<typeof sampleProject>;
