import type { Problem } from '../../../engine/project/problems.ts';
import type { PaintJob } from './paintJob.ts';

/** What the paint program says, one JSON value a line; a job ends with any but a share. */
export type PaintMessage =
  | { share: number }
  | { problems: readonly Problem[] }
  | { failure: { message: string; code?: string | undefined } }
  /** Bytes that the process holds, and seconds of CPU since its start. */
  | { used: { memory: number; cpu: number } };

/** A job as the paint program is told it, one JSON value a line: maps become lists of pairs. */
export interface WrittenJob extends Omit<PaintJob, 'media'> {
  paths: [string, string][];
  probes: [string, PaintJob['media']['probes'] extends Map<string, infer P> ? P : never][];
}
