import type { Problem } from '../../../engine/project/problems.ts';
import type { GifJob, PlanJob, WebpJob } from './paintJob.ts';

/** How something failed. */
export type Failed = { problems: readonly Problem[] } | { failure: { message: string; code?: string | undefined } };

/** What a painting process says, one JSON value a line; a job ends with any but a share or a wish. */
export type PaintMessage =
  | { share: number }
  /** It goes on when it is told of the file. */
  | { wanted: Wanted }
  | Failed
  /** Bytes that the process holds, and seconds of CPU since its start. */
  | { used: { memory: number; cpu: number } };

/** A file that ffmpeg is to decode, see DecodedFiles: a painting process can start no program. */
export type Wanted = { picture: string } | { frame: { id: string; url: string } };

/** What a painting process is told, one JSON value a line. */
export type PaintOrder = { job: WrittenJob } | { decoded: { path: string } | Failed };

/** A job as it is written: maps become lists of pairs. All files are in the folders `in` and `out` of its room. */
export type WrittenJob = GifJob | WebpJob | WrittenPlanJob;

/** See WrittenJob. */
export interface WrittenPlanJob extends Omit<PlanJob, 'media'> {
  paths: [string, string][];
  probes: [string, PlanJob['media']['probes'] extends Map<string, infer P> ? P : never][];
}

/** An error as it is written. */
export function writtenError(error: unknown): Failed {
  const { message, code, problems } = error as NodeJS.ErrnoException & { problems?: readonly Problem[] };
  return Array.isArray(problems) ? { problems } : { failure: { message, code } };
}
