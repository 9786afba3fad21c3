import { messages } from '../../../engine/project/messages.ts';
import { audioProblems } from '../../../engine/timeline/submitProblems.ts';
import { localUrlOf } from '../../media/mediaTable.ts';
import { focusOn } from '../../state/focus.ts';
import { showError } from '../../state/notices.ts';
import { EDITOR } from '../state/go.ts';
import { leaveFor } from '../state/leave.ts';
import { pause } from '../state/playback.ts';
import { endStep, studio } from '../state/studio.ts';
import { startField, startRefusal } from './startRefusal.ts';

/** What Escape does: back to the editor, whatever the audio is like. */
export function leaveAudio(): void {
  pause();
  endStep();
  leaveFor(EDITOR, 'audio');
}

/**
 * What DONE does: back to the editor, once the start is right. Nothing on the screen can mend audio
 * of no length: that is only said.
 */
export function finishAudio(): void {
  if (startRefusal(studio.project, startField.isUnreadable)) {
    focusOn('audio-start');
    return;
  }
  const [problem] = audioProblems(studio.project);
  if (problem) showError(problem.message);
  leaveAudio();
}

/** What "Add Audio" does: as DONE, but there must be audio whose file is there and that has a length. */
export function addAudio(): void {
  const { audio } = studio.project;
  const isThere = audio !== null && localUrlOf(audio.url) !== undefined;
  const hasLength = audioProblems(studio.project)[0]?.message !== messages.audioMissing;
  if (isThere && hasLength) finishAudio();
  else showError(messages.audioMissing);
}
