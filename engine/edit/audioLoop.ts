import { AUDIO_LOOP_THRESHOLD } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { audioSpan, totalDuration } from '../timeline/durations.ts';

/** When the audio track would end if it played once, seconds of the whole video; 0 without audio. */
export function audioEnd(project: Project): number {
  if (!project.audio) return 0;
  const span = audioSpan(project.audio);
  return project.audio.startTime + span.end - span.start;
}

/** Whether looping makes no difference: there is no audio, or it covers the video to its end already. */
export function isLoopDisabled(project: Project): boolean {
  return !project.audio || audioEnd(project) >= totalDuration(project);
}

/**
 * Switches the audio's loop as its length and the video's ask for. On, unless a person chose: when
 * start plus length is over 10 s and under the total. Off: when start plus length reaches the total; then the choice
 * is forgotten too, so that the loop comes back when the video grows. Every edit that changes a length ends with this.
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
