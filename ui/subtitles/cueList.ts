import { proxy } from 'valtio/vanilla';
import { CUE_TOO_LONG } from '../../engine/edit/cueFormats/checkCues.ts';
import {
  addCues,
  duplicateCue,
  mergeCues,
  nextCue,
  removeCue,
  setCueTimes,
  splitCueAt,
} from '../../engine/edit/cues.ts';
import { newId } from '../../engine/project/id.ts';
import { MAX_CUES } from '../../engine/project/limits.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { showError, showNote } from '../client/page/notices.ts';
import type { CueHost } from './cueHost.ts';

/** Focus request for the text of a cue, applied after the next render. */
export interface WishedFocus {
  id: string;
  /** Caret position in characters; default: at the end. */
  caret?: number;
}

/** View state of the cue list. */
export const cueListState = proxy({
  /** Id of the active cue. */
  activeId: null as string | null,
  /** Whether all rows are open, or only the active one. */
  isExpanded: true,
  focus: null as WishedFocus | null,
});

/** Activates a cue and focuses its text. */
export function editCueText(id: string, caret?: number): void {
  cueListState.activeId = id;
  cueListState.focus = { id, ...(caret === undefined ? {} : { caret }) };
}

/** Activates a cue and seeks to its start. */
export function goTo({ player }: CueHost, { id, startTime }: Cue): void {
  cueListState.activeId = id;
  player.pause();
  player.seek(startTime);
}

/** Plays from the start of a cue; pauses if that cue is playing. */
export function playFrom({ player }: CueHost, { id, startTime, endTime }: Cue): void {
  const { time, isPlaying } = player.state;
  const isHere = isPlaying && cueListState.activeId === id && time >= startTime && time < endTime;
  cueListState.activeId = id;
  if (isHere) player.pause();
  else {
    player.seek(startTime);
    if (!isPlaying) player.toggle();
  }
}

/** Returns whether a list has the maximum number of cues, and if so shows an error. */
function isFull({ cues }: CueHost): boolean {
  if (cues.length >= MAX_CUES) showError(`A video can have at most ${MAX_CUES} subtitles.`);
  return cues.length >= MAX_CUES;
}

/** Adds an empty cue at the end and focuses its text. */
export function add(host: CueHost): void {
  if (isFull(host)) return;
  const id = newId();
  // A list with a single empty cue already has a place to write.
  const [only] = host.cues;
  if (only && host.cues.length === 1 && only.text.trim() === '') {
    editCueText(only.id);
    return;
  }
  host.endStep();
  host.change((cues) => addCues(cues, [nextCue(cues, id)]));
  editCueText(id);
}

/** Removes a cue and activates the next one, else the previous one. */
export function remove(host: CueHost, id: string): void {
  const index = host.cues.findIndex((cue) => cue.id === id);
  const next = host.cues[index + 1] ?? host.cues[index - 1];
  host.endStep();
  host.change((cues) => removeCue(cues, id));
  if (next) editCueText(next.id);
  else cueListState.activeId = null;
}

/** Inserts a copy after a cue and focuses it. */
export function duplicate(host: CueHost, id: string): void {
  if (isFull(host)) return;
  const copyId = newId();
  host.endStep();
  host.change((cues) => duplicateCue(cues, id, copyId));
  editCueText(copyId);
}

/** Splits a cue at the caret. @param at position in its text, in characters. */
export function split(host: CueHost, id: string, at: number): void {
  if (isFull(host)) return;
  const secondId = newId();
  host.endStep();
  const after = host.change((cues) => splitCueAt(cues, id, at, secondId));
  if (after.some((cue) => cue.id === secondId)) editCueText(secondId, 0);
  else showNote('Place the cursor in the text where the second subtitle should start.');
}

/** Merges a cue with the next one; puts the caret at the seam. */
export function merge(host: CueHost, id: string): void {
  const cue = host.cues.find((one) => one.id === id);
  if (!cue || cue === host.cues.at(-1)) return;
  host.endStep();
  const after = host.change((cues) => mergeCues(cues, id));
  if (after.length === host.cues.length) showError(CUE_TOO_LONG);
  else editCueText(id, cue.text.length);
}

/** Sets the start or end of a cue to the current time. */
export function setToPlayer(host: CueHost, id: string, part: 'startTime' | 'endTime'): void {
  const { time } = host.player.state;
  host.endStep();
  host.change((cues) => setCueTimes(cues, id, { [part]: time }));
}
