import { proxy } from 'valtio/vanilla';
import { messages } from '../../../engine/project/messages.ts';
import type { Project } from '../../../engine/project/project.ts';
import { audioProblems } from '../../../engine/timeline/submitProblems.ts';
import { UNREADABLE_TIME } from '../controls/unreadableTime.ts';

/** What is being typed as the start of the audio. */
export const startField = proxy({ isUnreadable: false });

/** What is wrong with the start of the audio, in a sentence; undefined when nothing is. */
export function startRefusal(project: Project, isUnreadable: boolean): string | undefined {
  if (isUnreadable) return UNREADABLE_TIME;
  return audioProblems(project).find(({ message }) => message === messages.audioStartTooLate)?.message;
}
