import { trimsOf } from '../project/cross.ts';
import { AUDIO_END_MARGIN, MAX_GIF_SECONDS, MAX_TOOL_SECONDS, MAX_VIDEO_SECONDS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import { canBeFitted, hasSound, isAnimation, isGif, isStill } from '../project/output.ts';
import { type Problem, problem } from '../project/problems.ts';
import type { Project } from '../project/project.ts';
import { audioSpan, sceneDuration, totalDuration } from './durations.ts';

/** Everything that keeps a project from being made, in the order in which it is said. */
const checks: readonly ((project: Project) => Problem[])[] = [lengthProblems, trimsOf, heardAudioProblems, fitProblems];

/**
 * What stands against making a project, said the same at DONE, in the answer to a request and on the
 * command line: its length, its trims, and its audio. Lengths of media that are not filled in yet count as 0.
 */
export function submitProblems(project: Project): Problem[] {
  return checks.flatMap((check) => check(project));
}

/** Those of the audio where it is to be heard, and where all lengths are known already. */
function heardAudioProblems(project: Project): Problem[] {
  const { audio, scenes } = project;
  if (!audio || audio.isMuted || !hasSound(project)) return [];
  const isKnown = audio.duration !== undefined && scenes.every((scene) => sceneDuration(project, scene) > 0);
  return isKnown ? audioProblems(project) : [];
}

/** Sums of lengths are this exact, seconds: 60 s of a video that begin at 4.001 s are 60.00000000000001 s. */
const SLACK = 1e-6;

/**
 * Problems of a project's length: over 20 min, or 30 min where a tool made it, or over 60 s for a GIF or an animated WebP; none for a still.
 * Lengths of media that are not filled in yet count as 0.
 */
export function lengthProblems(project: Project): Problem[] {
  if (isStill(project)) return [];
  const total = totalDuration(project) - SLACK;
  const [longest, sentence] =
    project.tool === undefined ? [MAX_VIDEO_SECONDS, messages.videoTooLong] : [MAX_TOOL_SECONDS, messages.toolTooLong];
  if (total > longest) return [problem('duration.video', [], sentence)];
  if (isAnimation(project) && total > MAX_GIF_SECONDS)
    return [problem('duration.gif', [], isGif(project) ? messages.gifTooLong : messages.webpTooLong)];
  return [];
}

/** A size is asked of what has one size only. */
function fitProblems({ output }: Project): Problem[] {
  const isUnfit = 'fitUnder' in output && output.fitUnder !== undefined && !canBeFitted(output);
  return isUnfit ? [problem('choice', ['output', 'fitUnder'], messages.fitUnfit)] : [];
}

/**
 * Problems of the audio track: it must have a length, and start more than 0.2 s before the end of the
 * video; one that starts at 0 s is right also where the whole is no longer than that. None without audio.
 */
export function audioProblems(project: Project): Problem[] {
  const { audio } = project;
  if (!audio) return [];
  const { start, end } = audioSpan(audio);
  if (end <= start) return [problem('media.unreadable', ['audio', 'duration'], messages.audioMissing)];
  return audio.startTime === 0 || audio.startTime < totalDuration(project) - AUDIO_END_MARGIN
    ? []
    : [problem('range', ['audio', 'startTime'], messages.audioStartTooLate)];
}
