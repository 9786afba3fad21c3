import { proxy } from 'valtio/vanilla';
import { TOO_LONG_A_CUE } from '../../engine/edit/cueFormats/checkCues.ts';
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
import { showError, showNote } from '../state/notices.ts';
import type { CueHost } from './cueHost.ts';

/** Where the focus goes once the list has been drawn anew: to the text of a subtitle. */
export interface WishedFocus {
  id: string;
  /** Where the caret stands, characters; default: at the end. */
  caret?: number;
}

/** What is seen of the list of subtitles, beside the subtitles themselves. */
export const list = proxy({
  /** The one that is worked on. */
  activeId: null as string | null,
  /** Whether each one is open, or only the one that is worked on. */
  isExpanded: true,
  focus: null as WishedFocus | null,
});

/** Works on a subtitle from now on, with the caret in its text. */
export function write(id: string, caret?: number): void {
  list.activeId = id;
  list.focus = { id, ...(caret === undefined ? {} : { caret }) };
}

/** Goes to a subtitle: it is the one that is worked on, and its first frame is shown. */
export function goTo({ player }: CueHost, { id, startTime }: Cue): void {
  list.activeId = id;
  player.pause();
  player.seek(startTime);
}

/** Plays from where a subtitle begins; pauses where it is being played. */
export function playFrom({ player }: CueHost, { id, startTime, endTime }: Cue): void {
  const { time, isPlaying } = player.state;
  const isHere = isPlaying && list.activeId === id && time >= startTime && time < endTime;
  list.activeId = id;
  if (isHere) player.pause();
  else {
    player.seek(startTime);
    if (!isPlaying) player.toggle();
  }
}

/** Says so where a list has no room for one more. @returns whether it has none. */
function isFull({ cues }: CueHost): boolean {
  if (cues.length >= MAX_CUES) showError(`A video can have at most ${MAX_CUES} subtitles.`);
  return cues.length >= MAX_CUES;
}

/** Adds an empty subtitle at the end, and goes to its text. */
export function add(host: CueHost): void {
  if (isFull(host)) return;
  const id = newId();
  // A list of a single empty one has its place to write in already.
  const [only] = host.cues;
  if (only && host.cues.length === 1 && only.text.trim() === '') {
    write(only.id);
    return;
  }
  host.endStep();
  host.change((cues) => addCues(cues, [nextCue(cues, id)]));
  write(id);
}

/** Removes a subtitle; the one behind it, else before it, is then worked on. */
export function remove(host: CueHost, id: string): void {
  const index = host.cues.findIndex((cue) => cue.id === id);
  const next = host.cues[index + 1] ?? host.cues[index - 1];
  host.endStep();
  host.change((cues) => removeCue(cues, id));
  if (next) write(next.id);
  else list.activeId = null;
}

/** Puts a copy right after a subtitle, and goes to it. */
export function duplicate(host: CueHost, id: string): void {
  if (isFull(host)) return;
  const copyId = newId();
  host.endStep();
  host.change((cues) => duplicateCue(cues, id, copyId));
  write(copyId);
}

/** Splits a subtitle where the caret stands. @param at characters of its text. */
export function split(host: CueHost, id: string, at: number): void {
  if (isFull(host)) return;
  const secondId = newId();
  host.endStep();
  const after = host.change((cues) => splitCueAt(cues, id, at, secondId));
  if (after.some((cue) => cue.id === secondId)) write(secondId, 0);
  else showNote('Place the cursor in the text where the second subtitle should start.');
}

/** Makes one of a subtitle and the next; the caret stands where they met. */
export function merge(host: CueHost, id: string): void {
  const cue = host.cues.find((one) => one.id === id);
  if (!cue || cue === host.cues.at(-1)) return;
  host.endStep();
  const after = host.change((cues) => mergeCues(cues, id));
  if (after.length === host.cues.length) showError(TOO_LONG_A_CUE);
  else write(id, cue.text.length);
}

/** Sets when a subtitle begins or ends to the moment that is shown. */
export function setToPlayer(host: CueHost, id: string, part: 'startTime' | 'endTime'): void {
  const { time } = host.player.state;
  host.endStep();
  host.change((cues) => setCueTimes(cues, id, { [part]: time }));
}
