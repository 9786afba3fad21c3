import { cutWordsOf, silencesWithoutSpeech } from '../../engine/edit/cueCuts.ts';
import { type CutVideo, cutOut, isStruck, restoreCue, strikeWords } from '../../engine/edit/cueStrikes.ts';
import { MAX_SCENES, MIN_CUSTOM_SECONDS } from '../../engine/project/limits.ts';
import { messages } from '../../engine/project/messages.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import { type SilenceRule, silencesOf } from '../../engine/timeline/silences.ts';
import { remainingSpans, type TimeSpan } from '../../engine/timeline/timeSpans.ts';
import { trackIn, tracksOf } from '../client/media/audioTracks.ts';
import { waveforms } from '../client/media/strips.ts';
import { showError, showNote } from '../client/page/notices.ts';
import { lengthInWords } from '../kit/words.ts';
import type { CueCuts, CueHost } from './cueHost.ts';

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

/** Cuts the selected words of a cue out of the video; the whole cue if no words are selected. */
export function strikeOut(host: CueHost, { id, text }: Cue, chosen?: { selectionStart: number; selectionEnd: number }) {
  const { selectionStart: from = 0, selectionEnd: to = 0 } = chosen ?? {};
  const [first, last] = from < to ? [from, to] : [0, text.length];
  changeCuts(host, (video) => strikeWords(video, id, first, last));
}

/** Restores the cuts of a cue. */
export function restore(host: CueHost, { id }: Cue): void {
  changeCuts(host, (video) => restoreCue(video, id));
}

/** Restores all cuts. */
export function restoreAll(host: CueHost): void {
  changeCuts(host, ({ cues }) => ({ cues, removed: [] }));
}

/** Cuts the silences out of the video, but for words whose times are known. */
export async function removeSilences(
  host: { current: CueHost },
  { url, audioTrack }: Pick<CueCuts, 'url' | 'audioTrack'>,
  rule: SilenceRule,
): Promise<void> {
  const { duration } = host.current;
  const known = tracksOf(url);
  const track = known ? trackIn(known, audioTrack) : audioTrack;
  const wave = await waveforms.read(url, duration, new AbortController().signal, track);
  if (wave?.state !== 'ready') return showError(messages.soundMissing);
  const { cues, cuts } = host.current;
  const room = MAX_SCENES - 1 - (cuts?.removed.length ?? 0);
  // The longest first, if there are more than a video's maximum of cuts.
  const silences = silencesWithoutSpeech(silencesOf(wave.peaks, duration, rule), cues)
    .toSorted((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime))
    .slice(0, Math.max(0, room));
  if (silences.length === 0) return showNote('No silence matches.');
  const before = secondsLeft(host.current);
  if (!changeCuts(host.current, (video) => cutOut(video, silences))) return;
  const seconds = before - secondsLeft(host.current, cutOut({ cues, removed: cuts?.removed ?? [] }, silences));
  showNote(`${lengthInWords(seconds)} of silence cut.`);
}

function secondsLeft({ duration, cuts }: CueHost, { removed } = { removed: cuts?.removed ?? [] }): number {
  return duration - cutSeconds(keptSpans(removed, duration), duration);
}

/** Changes the cuts, unless nothing would remain or there are too many. @returns whether it did. */
function changeCuts({ cuts, duration, endStep }: CueHost, edit: (video: CutVideo) => CutVideo): boolean {
  let refusal: string | undefined;
  endStep();
  cuts?.change((video) => {
    const next = edit(video);
    const { length } = keptSpans(next.removed, duration);
    refusal = length === 0 ? messages.nothingLeft : length > MAX_SCENES ? messages.tooManyParts : undefined;
    return refusal ? video : next;
  });
  endStep();
  if (refusal) showError(refusal);
  return cuts !== undefined && refusal === undefined;
}
