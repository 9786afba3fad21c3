import { MAX_GIF_SECONDS, MAX_VIDEO_SECONDS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import { isGif, isStill } from '../project/output.ts';
import { type Problem, problem } from '../project/problems.ts';
import type { Project } from '../project/project.ts';
import { totalDuration } from './durations.ts';

/** Sums of lengths are this exact, seconds: 60 s of a video that begin at 4.001 s are 60.00000000000001 s. */
const SLACK = 1e-6;

/**
 * Problems of a project's length: over 20 min, or over 60 s for a GIF; none for a still.
 * Lengths of media that are not filled in yet count as 0.
 */
export function lengthProblems(project: Project): Problem[] {
  if (isStill(project)) return [];
  const total = totalDuration(project) - SLACK;
  if (total > MAX_VIDEO_SECONDS) return [problem('duration.video', [], messages.videoTooLong)];
  if (isGif(project) && total > MAX_GIF_SECONDS) return [problem('duration.gif', [], messages.gifTooLong)];
  return [];
}
