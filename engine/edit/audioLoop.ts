import { AUDIO_LOOP_THRESHOLD } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { audioSpan, totalDuration } from '../timeline/durations.ts';

/** Returns when the audio track would end if it played once, in seconds of the whole video; 0 without audio. */
export function audioEnd(project: Project): number {
  if (!project.audio) return 0;
  const span = audioSpan(project.audio);
  return project.audio.startTime + span.end - span.start;
}

/** Returns whether looping makes no difference: there is no audio, or it already covers the whole video. */
export function isLoopDisabled(project: Project): boolean {
  return !project.audio || audioEnd(project) >= totalDuration(project);
}

/**
 * Sets the audio loop automatically. Turns it on, unless a person chose, if start plus length is over 10 s and below
 * the total. Turns it off if start plus length reaches the total, and forgets the choice, so that the loop comes back
 * when the video grows. Every edit that changes a length calls this last.
 */
export function withAutoLoop(project: Project): Project {
  const { audio } = project;
  if (!audio) return project;
  const end = audioEnd(project);
  const total = totalDuration(project);
  if (end >= total) return audio.loop ? { ...project, audio: { ...audio, loop: false, loopTouched: false } } : project;
  const turnsOn = !audio.loop && !audio.loopTouched && end > AUDIO_LOOP_THRESHOLD;
  return turnsOn ? { ...project, audio: { ...audio, loop: true } } : project;
}
