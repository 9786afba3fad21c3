import type { Layer, SubtitlesLayer } from '../project/layers.ts';
import type { Cue } from '../project/subtitles.ts';
import { wordsOf } from './cueWords.ts';

/** Visible subtitles at one moment; object identity is stable while nothing changes. */
export interface ShownCues {
  /** The whole visible text: cues in order of start, one below the other. */
  text: string;
  /** Character ranges of the spoken words; the end is exclusive. */
  spoken: readonly CharacterRange[];
  /** Character ranges of the words that are spoken later. */
  upcoming: readonly CharacterRange[];
}

/** Characters of a text; the end is exclusive. */
export type CharacterRange = readonly [from: number, to: number];

/** Visible subtitles from one moment to the next. In seconds since the layer's start. */
interface CueState {
  from: number;
  /** undefined: none. */
  shown: ShownCues | undefined;
}

/** Most simultaneous cues; of more, the latest are shown. */
export const MOST_AT_ONCE = 8;
/** A word stays highlighted until the next one if the pause is at most this long, in seconds. */
const SHORT_SILENCE = 0.3;

/** A span between two changes of the visible cues. */
interface Stretch extends CueState {
  to: number;
  cues: readonly Cue[];
  /** Steps with spoken words highlighted, created on demand. */
  steps?: readonly CueState[];
}

const known = new WeakMap<readonly Cue[], Stretch[]>();

/** Cached, because layers are immutable. */
function stretchesOf(cues: readonly Cue[]): Stretch[] {
  const found = known.get(cues) ?? makeStretches(cues);
  known.set(cues, found);
  return found;
}

/** Returns what a layer shows at a time; undefined: no cue. @param t in the cues' seconds, from the layer's state. */
export function shownCues(layer: Layer, t: number | undefined): ShownCues | undefined {
  if (layer.type !== 'subtitles' || t === undefined) return undefined;
  const stretch = lastFrom(stretchesOf(layer.cues), t);
  if (!stretch || !layer.highlight) return stretch?.shown;
  return lastFrom(stepsOf(stretch), t)?.shown;
}

/** Returns the cues that are visible at a time, in order of start. @param t seconds since the layer's start. */
export function cuesAt({ cues, at = 0 }: SubtitlesLayer, t: number): readonly Cue[] {
  return lastFrom(stretchesOf(cues), at + t)?.cues ?? [];
}

/** Returns when a layer's visible cues change, in seconds since its start, in order; empty for a layer without cues. */
export function cueChanges(layer: Layer): number[] {
  if (layer.type !== 'subtitles') return [];
  const { cues, highlight, at = 0 } = layer;
  const stretches = stretchesOf(cues);
  return (highlight ? stretches.flatMap(stepsOf) : stretches).map(({ from }) => from - at);
}

/** Returns a layer with only the cues of a span, in seconds since its start. */
export function cuesWithin<L extends Layer>(layer: L, from: number, to: number): L | SubtitlesLayer {
  if (layer.type !== 'subtitles') return layer;
  const { at = 0 } = layer;
  const [first, last] = [from + at - ROUNDING, to + at + ROUNDING];
  const cues = layer.cues.filter((cue) => cue.endTime >= first && cue.startTime <= last);
  return { ...layer, cues };
}

/** Returns all combinations of cues that are visible together, in order. */
export function shownTogether(cues: readonly Cue[]): (readonly Cue[])[] {
  return stretchesOf(cues).map((stretch) => stretch.cues);
}

/** Returns the visible texts as consecutive, non-overlapping spans, in the cues' seconds. Omits spans without text. */
export function cueTexts(cues: readonly Cue[]): { text: string; startTime: number; endTime: number }[] {
  return stretchesOf(cues).flatMap(({ from, to, shown }) =>
    shown ? [{ text: shown.text, startTime: from, endTime: to }] : [],
  );
}

/** A frame may be this much before its nominal time, in seconds. */
const ROUNDING = 1e-5;

/** Returns the last state that has begun; undefined before the first. */
function lastFrom<S extends CueState>(states: readonly S[], t: number): S | undefined {
  let [low, high] = [0, states.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((states[middle] as S).from <= t + ROUNDING) low = middle + 1;
    else high = middle;
  }
  return states[low - 1];
}

/** Builds the spans in one pass over all cues by time. Cues without length or letters are never visible. */
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
    return { from, to: times[i + 1] ?? from, cues: seen, shown: shownOf(seen) };
  });
}

function isShown({ text, startTime, endTime }: Cue): boolean {
  return endTime > startTime && text.trim() !== '';
}

/** @param marks the words of the cues; default: none is highlighted. */
function shownOf(cues: readonly Cue[], marks: readonly Mark[] = [], time = 0): ShownCues | undefined {
  if (cues.length === 0) return undefined;
  return {
    text: cues.map(({ text }) => text).join('\n'),
    spoken: marks.filter(({ from, to }) => from <= time && time < to).map(({ range }) => range),
    upcoming: marks.filter(({ from }) => from > time).map(({ range }) => range),
  };
}

/** A highlighted word, by its characters in the visible text. */
interface Mark {
  range: CharacterRange;
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
  return times.map((time) => ({ from: time, shown: shownOf(cues, marks, time) }));
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
