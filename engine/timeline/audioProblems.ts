import { AUDIO_END_MARGIN } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import { type Problem, problem } from '../project/problems.ts';
import type { Project } from '../project/project.ts';
import { audioSpan, totalDuration } from './durations.ts';

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
