import { messages } from '../../../engine/project/messages.ts';
import { audioProblems } from '../../../engine/timeline/submitProblems.ts';
import { localUrlOf } from '../../media/mediaTable.ts';
import { focusOn } from '../../state/focus.ts';
import { showError } from '../../state/notices.ts';
import { EDITOR } from '../state/go.ts';
import { leaveFor } from '../state/leave.ts';
import { pause } from '../state/playback.ts';
import { endStep, studio } from '../state/studio.ts';
import { audioStartError, startField } from './audioStartError.ts';

/** Handler of Escape: returns to the editor without checking the audio. */
export function leaveAudio(): void {
  pause();
  endStep();
  leaveFor(EDITOR, 'audio');
}

/**
 * Handler of DONE: returns to the editor if the start is valid. Audio without duration is only reported, since nothing
 * on this screen can fix it.
 */
export function finishAudio(): void {
  if (audioStartError(studio.project, startField.isUnreadable)) {
    focusOn('audio-start');
    return;
  }
  const [problem] = audioProblems(studio.project);
  if (problem) showError(problem.message);
  leaveAudio();
}

/** Handler of "Add Audio": like DONE, but requires an audio file that exists and has a duration. */
export function addAudio(): void {
  const { audio } = studio.project;
  const isThere = audio !== null && localUrlOf(audio.url) !== undefined;
  const hasLength = audioProblems(studio.project)[0]?.message !== messages.audioMissing;
  if (isThere && hasLength) finishAudio();
  else showError(messages.audioMissing);
}
