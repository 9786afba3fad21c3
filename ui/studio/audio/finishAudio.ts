import { messages } from '../../../engine/project/messages.ts';
import { audioProblems } from '../../../engine/timeline/audioProblems.ts';
import { showError } from '../../state/notices.ts';
import { EDITOR } from '../state/go.ts';
import { pause } from '../state/playback.ts';
import { endStep, studio } from '../state/studio.ts';
import { localUrlOf } from '../store/mediaTable.ts';
import { leaveFor } from '../trim/leave.ts';

/** The item of the main footer that leads here. */
const AUDIO_ITEM = '.studio-footer .audio-item';

/** The field that says what is wrong with the start. */
const WRONG_START = '.audio-start input[aria-invalid="true"]';

/** What DONE does: back to the editor, once nothing is wrong with the audio (studio spec §2, §5). */
export function finishAudio(): void {
  const field = document.querySelector<HTMLElement>(WRONG_START);
  const [problem] = audioProblems(studio.project);
  if (field) field.focus();
  else if (problem) showError(problem.message);
  else {
    pause();
    endStep();
    leaveFor(EDITOR, AUDIO_ITEM);
  }
}

/** What "Add Audio" does: as DONE, but there must be audio whose file is there. */
export function addAudio(): void {
  const { audio } = studio.project;
  if (audio && localUrlOf(audio.url) !== undefined) finishAudio();
  else showError(messages.audioMissing);
}
