import type { Layer, SubtitlesLayer } from '../project/layers.ts';
import type { Cue } from '../project/subtitles.ts';
import { wordsOf } from './cueWords.ts';

/** What subtitles show at one moment; the same object for as long as it is the same. */
export interface ShownCues {
  /** All that is shown, a cue below the one that began before it. */
  text: string;
  /** The words of it that are spoken: from the first character up to, not including, the last. */
  spoken: readonly (readonly [from: number, to: number])[];
}

/** What is shown from a moment on, until the next one. Seconds since the layer came. */
interface CueState {
  from: number;
  /** undefined: nothing. */
  shown: ShownCues | undefined;
}

/** Cues that are shown at once at most: of more, those that began last. */
export const MOST_AT_ONCE = 8;
/** A word stays marked until the next one where the silence between them is no longer than this, seconds. */
const SHORT_SILENCE = 0.3;

/** A time between two changes of what cues are shown. */
interface Stretch extends CueState {
  to: number;
  cues: readonly Cue[];
  /** With the spoken words marked; made when it is first asked for. */
  steps?: readonly CueState[];
}

const known = new WeakMap<readonly Cue[], Stretch[]>();

/** Layers never change, so what follows from their cues is computed once. */
function stretchesOf(cues: readonly Cue[]): Stretch[] {
  const found = known.get(cues) ?? makeStretches(cues);
  known.set(cues, found);
  return found;
}

/** What a layer shows at a time; undefined: no cue. @param t in the cues' seconds, as its state has it. */
export function shownCues(layer: Layer, t: number | undefined): ShownCues | undefined {
  if (layer.type !== 'subtitles' || t === undefined) return undefined;
  const stretch = lastFrom(stretchesOf(layer.cues), t);
  if (!stretch || !layer.highlight) return stretch?.shown;
  return lastFrom(stepsOf(stretch), t)?.shown;
}

/** When a layer shows something else than before, seconds since it came, in order; none for a layer without cues. */
export function cueChanges(layer: Layer): number[] {
  if (layer.type !== 'subtitles') return [];
  const { cues, highlight, at = 0 } = layer;
  const stretches = stretchesOf(cues);
  return (highlight ? stretches.flatMap(stepsOf) : stretches).map(({ from }) => from - at);
}

/** A layer with no other cues than it shows from one time up to another, seconds since it came. */
export function cuesWithin<L extends Layer>(layer: L, from: number, to: number): L | SubtitlesLayer {
  if (layer.type !== 'subtitles') return layer;
  const { at = 0 } = layer;
  const [first, last] = [from + at - ROUNDING, to + at + ROUNDING];
  const cues = layer.cues.filter((cue) => cue.endTime >= first && cue.startTime <= last);
  return { ...layer, cues };
}

/** All texts that cues show in turn, each with the cues that it is made of. */
export function shownTogether(cues: readonly Cue[]): (readonly Cue[])[] {
  return stretchesOf(cues).map((stretch) => stretch.cues);
}

/** What is shown in turn, none at the same time as another, with its times as the cues have them. Nothing is no part of it. */
export function cueTexts(cues: readonly Cue[]): { text: string; startTime: number; endTime: number }[] {
  return stretchesOf(cues).flatMap(({ from, to, shown }) =>
    shown ? [{ text: shown.text, startTime: from, endTime: to }] : [],
  );
}

/** A frame that is said to stand at a time may stand this much before it, seconds. */
const ROUNDING = 1e-5;

/** The last state that has begun; undefined before the first. */
function lastFrom<S extends CueState>(states: readonly S[], t: number): S | undefined {
  let [low, high] = [0, states.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((states[middle] as S).from <= t + ROUNDING) low = middle + 1;
    else high = middle;
  }
  return states[low - 1];
}

/** One walk over all cues by time. Cues without length or letters are never shown. */
function makeStretches(cues: readonly Cue[]): Stretch[] {
  const byStart = cues.filter(isShown).sort((a, b) => a.startTime - b.startTime);
  const times = [...new Set(byStart.flatMap(({ startTime, endTime }) => [startTime, endTime]))].sort((a, b) => a - b);
  let active: readonly Cue[] = [];
  let next = 0;
  return times.map((from, i) => {
    const first = next;
    while (next < byStart.length && (byStart[next] as Cue).startTime <= from) next += 1;
    active = [...active.filter(({ endTime }) => endTime > from), ...byStart.slice(first, next)];
    const seen = active.slice(-MOST_AT_ONCE);
    return { from, to: times[i + 1] ?? from, cues: seen, shown: shownOf(seen, []) };
  });
}

function isShown({ text, startTime, endTime }: Cue): boolean {
  return endTime > startTime && text.trim() !== '';
}

function shownOf(cues: readonly Cue[], spoken: ShownCues['spoken']): ShownCues | undefined {
  return cues.length === 0 ? undefined : { text: cues.map(({ text }) => text).join('\n'), spoken };
}

/** A word that stands out, by its place among all characters that are shown. */
interface Mark {
  range: readonly [number, number];
  from: number;
  to: number;
}

function stepsOf(stretch: Stretch): readonly CueState[] {
  stretch.steps ??= makeSteps(stretch);
  return stretch.steps;
}

function makeSteps({ from, to, cues }: Stretch): CueState[] {
  const marks = marksOf(cues);
  const inside = marks.flatMap((mark) => [mark.from, mark.to]).filter((time) => time > from && time < to);
  const times = [...new Set([from, ...inside])].sort((a, b) => a - b);
  return times.map((time) => {
    const spoken = marks.filter((mark) => mark.from <= time && time < mark.to).map(({ range }) => range);
    return { from: time, shown: shownOf(cues, spoken) };
  });
}

function marksOf(cues: readonly Cue[]): Mark[] {
  let offset = 0;
  return cues.flatMap((cue) => {
    const before = offset;
    offset += cue.text.length + 1;
    const words = wordsOf(cue);
    return words.map(({ from, to, startTime, endTime }, i): Mark => {
      const next = words[i + 1]?.startTime ?? Number.POSITIVE_INFINITY;
      const end = next - endTime <= SHORT_SILENCE ? next : endTime;
      return { range: [before + from, before + to], from: startTime, to: end };
    });
  });
}
