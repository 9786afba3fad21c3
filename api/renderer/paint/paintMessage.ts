import type { Problem } from '../../../engine/project/problems.ts';
import type { GifJob, PlanJob, WebpJob } from './paintJob.ts';

/** A failure as a message. */
export type Failed = { problems: readonly Problem[] } | { failure: { message: string; code?: string | undefined } };

/** A message of a painting process, one JSON value per line. Any but `share` and `request` ends a job. */
export type PaintMessage =
  | { share: number }
  /** The process continues when it receives the file. */
  | { request: PaintRequest }
  | Failed
  /** Memory of the process in bytes, and CPU seconds since its start. */
  | { used: { memory: number; cpu: number } };

/** A file to decode with ffmpeg, see DecodedFiles: a painting process cannot start programs. */
export type PaintRequest = { picture: string } | { frame: { id: string; url: string } };

/** A message to a painting process, one JSON value per line. */
export type PaintOrder = { job: WrittenJob } | { decoded: { path: string } | Failed };

/** A serialized job: maps become lists of pairs. All files are in the folders `in` and `out` of the room. */
export type WrittenJob = GifJob | WebpJob | WrittenPlanJob;

/** See WrittenJob. */
export interface WrittenPlanJob extends Omit<PlanJob, 'media'> {
  paths: [string, string][];
  probes: [string, PlanJob['media']['probes'] extends Map<string, infer P> ? P : never][];
}

/** Serializes an error. */
export function writtenError(error: unknown): Failed {
  const { message, code, problems } = error as NodeJS.ErrnoException & { problems?: readonly Problem[] };
  return Array.isArray(problems) ? { problems } : { failure: { message, code } };
}
