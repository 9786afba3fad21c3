import { proxy } from 'valtio/vanilla';
import { messages } from '../../../engine/project/messages.ts';
import type { Project } from '../../../engine/project/project.ts';
import { audioProblems } from '../../../engine/timeline/submitProblems.ts';
import { UNREADABLE_TIME } from '../controls/unreadableTime.ts';

/** State of the field for the audio's start. */
export const startField = proxy({ isUnreadable: false });

/** The error of the audio's start, as a sentence; undefined if it is valid. */
export function audioStartError(project: Project, isUnreadable: boolean): string | undefined {
  if (isUnreadable) return UNREADABLE_TIME;
  return audioProblems(project).find(({ message }) => message === messages.audioStartTooLate)?.message;
}
