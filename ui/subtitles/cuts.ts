import { cutWordsOf, silencesWithoutSpeech } from '../../engine/edit/cueCuts.ts';
import {
  type CutVideo,
  cutOut,
  isStruck,
  restoreCue,
  strikeSentence,
  strikeWords,
} from '../../engine/edit/cueStrikes.ts';
import { findFillers, strikeFillers } from '../../engine/edit/fillers.ts';
import { wordsOf } from '../../engine/kinds/cueWords.ts';
import { MAX_SCENES, MIN_CUSTOM_SECONDS } from '../../engine/project/limits.ts';
import { messages } from '../../engine/project/messages.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import type { Peaks } from '../../engine/timeline/peaks.ts';
import { type SilenceRule, silenceDefaults, silencesOf } from '../../engine/timeline/silences.ts';
import { remainingSpans, spansWithout, type TimeSpan, unitedSpans } from '../../engine/timeline/timeSpans.ts';
import { showError, showNote } from '../client/page/notices.ts';
import { lengthInWords } from '../kit/words.ts';
import type { CueHost } from './cueHost.ts';

/** Returns the remaining spans of a video in order, in seconds of the source. */
export function keptSpans(removed: readonly TimeSpan[], duration: number): TimeSpan[] {
  return remainingSpans(removed, duration, MIN_CUSTOM_SECONDS);
}

/** Returns the total length of the cuts, in seconds. */
export function cutSeconds(kept: readonly TimeSpan[], duration: number): number {
  return Math.max(0, duration - kept.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0));
}

/** Returns the words of a cue that are cut out; '' for all of it, undefined for none. */
export function cutOf({ cuts }: CueHost, cue: Cue): string | undefined {
  if (!cuts || cuts.removed.length === 0) return undefined;
  if (isStruck(cue, cuts.removed)) return '';
  const words = cutWordsOf(cue, cuts.kept);
  return words.length > 0 ? words.map(({ from, to }) => cue.text.slice(from, to)).join(' ') : undefined;
}

/** Whether words are selected that are not cut out yet. */
export function hasKeptWords({ cuts }: CueHost, cue: Cue, { selectionStart, selectionEnd }: Selection): boolean {
  if (!cuts || selectionStart === selectionEnd) return false;
  const gone = cutWordsOf(cue, cuts.kept);
  return wordsOf(cue).some(
    ({ from, to }) => from < selectionEnd && to > selectionStart && !gone.some((word) => word.from === from),
  );
}

/** The selected characters of a text. */
export type Selection = Pick<HTMLTextAreaElement, 'selectionStart' | 'selectionEnd'>;

/** Cuts the selected words of a cue out of the video; the whole cue if no words are selected. */
export function strikeOut(host: CueHost, { id, text }: Cue, chosen?: Selection) {
  const { selectionStart: from = 0, selectionEnd: to = 0 } = chosen ?? {};
  const [first, last] = from < to ? [from, to] : [0, text.length];
  changeCuts(host, (video) => strikeWords(video, id, first, last));
}

/** Cuts the sentence at the cursor out of the video. */
export function strikeSentenceAt(host: CueHost, { id }: Cue, { selectionStart }: Selection): void {
  changeCuts(host, (video) => strikeSentence(video, id, selectionStart));
}

/** Restores the cuts of a cue. */
export function restore(host: CueHost, { id }: Cue): void {
  changeCuts(host, (video) => restoreCue(video, id));
}

/** Restores all cuts. */
export function restoreAll(host: CueHost): void {
  changeCuts(host, ({ cues }) => ({ cues, removed: [] }));
}

/** A shorter remainder of a silence next to a cut is not cut too, in seconds. */
const LEAST_SILENCE = 0.1;

/** Returns the silences of a video that are not cut out yet, but for words whose times are known. */
export function silencesLeft({ cues, cuts, duration }: CueHost, peaks: Peaks, rule: SilenceRule): TimeSpan[] {
  const removed = cuts?.removed ?? [];
  const silences = silencesWithoutSpeech(silencesOf(peaks, duration, rule), cues, { ...silenceDefaults, ...rule });
  const left = spansWithout(silences, removed).filter((span) => span.endTime - span.startTime >= LEAST_SILENCE);
  const room = Math.max(0, MAX_SCENES - 1 - removed.length);
  if (left.length <= room) return left;
  // The longest, if there are more than a video's maximum of cuts.
  const length = ({ startTime, endTime }: TimeSpan) => endTime - startTime;
  return unitedSpans(left.toSorted((a, b) => length(b) - length(a)).slice(0, room));
}

/** Cuts silences out of the video and reports their length. */
export function removeSilences(host: CueHost, silences: readonly TimeSpan[]): void {
  if (silences.length === 0) showNote('No silence matches.');
  else if (changeCuts(host, (video) => cutOut(video, silences)))
    showNote(`${lengthInWords(secondsOf(silences))} of silence cut.`);
}

/** Cuts filler words out of the video and reports their number. @param written see findFillers. */
export function removeFillers(host: CueHost, written: string): void {
  const { length } = findFillers({ cues: host.cues, removed: host.cuts?.removed ?? [] }, written);
  if (length === 0) showNote('No filler word found.');
  else if (changeCuts(host, (video) => strikeFillers(video, written)))
    showNote(length === 1 ? '1 filler word cut.' : `${length} filler words cut.`);
}

/** Returns the total length of spans, in seconds. */
export function secondsOf(spans: readonly TimeSpan[]): number {
  return spans.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
}

/** Changes the cuts, unless nothing would remain or there are too many. @returns whether it did. */
function changeCuts({ cuts, duration, endStep }: CueHost, edit: (video: CutVideo) => CutVideo): boolean {
  if (!cuts) return false;
  let refusal: string | undefined;
  endStep();
  const problem = cuts.change((video) => {
    const next = edit(video);
    const { length } = keptSpans(next.removed, duration);
    refusal = length === 0 ? messages.nothingLeft : length > MAX_SCENES ? messages.tooManyParts : undefined;
    return refusal ? video : next;
  });
  endStep();
  const words = refusal ?? problem;
  if (words) showError(words);
  return !words;
}
