import { describe, expect, it } from 'vitest';
import {
  cuesLeft,
  cutCues,
  silencesWithoutSpeech,
  struckSpans,
  struckWords,
  withWordTimes,
} from '../../../engine/edit/cueCuts.ts';
import { isStruck, restoreCue, strikeCues, strikeWords } from '../../../engine/edit/cueStrikes.ts';
import { shownCues } from '../../../engine/kinds/cueStates.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { cueTrackProblems, cueTracks } from '../../../engine/timeline/cueTracks.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { silencesOf } from '../../../engine/timeline/silences.ts';
import { layerSpans } from '../../../engine/timeline/spans.ts';
import {
  overlapWith,
  remainingSpans,
  spansWithout,
  type TimeSpan,
  timeAfterCuts,
  timeBeforeCuts,
} from '../../../engine/timeline/timeSpans.ts';
import { createDice } from '../../property/dice.ts';
import { good } from '../make.ts';
import { clip, compile } from '../tools/make.ts';

const span = (startTime: number, endTime: number) => ({ startTime, endTime });
const round = (time: number) => Math.round(time * 1000) / 1000;
const lengthOf = (spans: readonly TimeSpan[]) => spans.reduce((sum, one) => sum + one.endTime - one.startTime, 0);

/** "Say it now", one word per second. */
const said: Cue = {
  ...{ id: 'a', text: 'Say it now', startTime: 1, endTime: 4 },
  words: ['Say', 'it', 'now'].map((text, i) => ({ text, startTime: i + 1, endTime: i + 2 })),
};

describe('silences', () => {
  const peaks = (...parts: [seconds: number, value: number][]) =>
    Uint8Array.from(
      parts.flatMap(([seconds, value]) => Array.from({ length: Math.round(seconds * 100) }, () => value)),
    );

  it('are quiet for long enough, keep padding next to sound, and reach both ends of the file', () => {
    const sound = peaks([1, 2], [1, 90], [0.4, 0], [1, 90], [0.6, 8], [0.5, 90], [0.5, 0]);
    expect(silencesOf(sound, 6)).toEqual([span(0, 0.9), span(3.5, 3.9), span(4.6, 6)]);
    expect(silencesOf(sound, 6, { shortest: 0.4, padding: 0 })).toEqual([
      ...[span(0, 1), span(2, 2.4), span(3.4, 4), span(4.5, 6)],
    ]);
    expect(silencesOf(sound, 6, { threshold: -40, padding: 0 })).toEqual([span(0, 1), span(4.5, 6)]);
    expect(silencesOf(peaks([2, 255]), 2)).toEqual([]);
    expect(silencesOf(new Uint8Array(0), 3)).toEqual([span(0, 3)]);
  });

  it('exclude spoken words', () => {
    expect(silencesWithoutSpeech([span(0, 1.5), span(3.5, 6)], [said])).toEqual([span(0, 0.9), span(4.1, 6)]);
    expect(silencesWithoutSpeech([span(0, 6)], [{ ...said, words: [] }])).toEqual([span(0, 6)]);
  });
});

describe('spansWithout', () => {
  it('subtracts spans in one pass, also where one overlaps two', () => {
    const taken = [span(1, 4), span(4.5, 4.6), span(9, 12), span(6, 7)];
    expect(spansWithout([span(3, 5), span(0, 2), span(8, 10)], taken)).toEqual([
      ...[span(0, 1), span(4, 4.5), span(4.6, 5), span(8, 9)],
    ]);
    const many = Array.from({ length: 200_000 }, (_, i) => span(2 * i, 2 * i + 1));
    const halves = many.map(({ startTime }) => span(startTime + 0.5, startTime + 1));
    expect(spansWithout(many, halves)).toHaveLength(200_000);
  });
});

describe('struck cues and words', () => {
  const cues = [
    { id: 'a', text: 'One', startTime: 0, endTime: 1 },
    { id: 'b', text: 'Two', startTime: 1.5, endTime: 2 },
    { id: 'c', text: 'Three', startTime: 3, endTime: 4 },
  ];

  it('are removed with the pause between two adjacent cues', () => {
    expect(struckSpans(cues, new Set(['a', 'c']))).toEqual([span(0, 1), span(3, 4)]);
    expect(struckSpans(cues, new Set(['b', 'c']))).toEqual([span(1.5, 4)]);
  });

  it('remove words from the text of their cue', () => {
    expect(struckWords(said, 4, 5)).toEqual(span(2, 3));
    expect(struckWords(said, 3, 4)).toBeUndefined();
    const kept = remainingSpans([span(2, 3)], 10);
    expect(cutCues([said], kept)).toEqual([
      {
        ...{ id: 'a', text: 'Say now', startTime: 1, endTime: 3 },
        words: [
          { text: 'Say', startTime: 1, endTime: 2 },
          { text: 'now', startTime: 2, endTime: 3 },
        ],
      },
    ]);
    expect(cutCues([said], remainingSpans([span(1, 4)], 10))).toEqual([]);
  });

  it('remove a word without length together with its moment', () => {
    const moment = { text: 'it', startTime: 2, endTime: 2 };
    const cue: Cue = { ...said, words: [said.words?.[0], moment, said.words?.[2]].flatMap((word) => word ?? []) };
    const textWithout = (...gone: TimeSpan[]) => cuesLeft([cue], remainingSpans(gone, 10)).map(({ text }) => text);
    expect(textWithout(span(1.9, 2.1))).toEqual(['Say now']);
    expect(textWithout(span(2.1, 2.5))).toEqual(['Say it now']);
    const last = { ...cue, endTime: 10, words: [{ text: 'now', startTime: 10, endTime: 10 }] };
    expect(cuesLeft([last], remainingSpans([span(5, 6)], 10))).toEqual([last]);
  });

  it('are removed with their pauses and restored with them', () => {
    const all = { cues, removed: [] };
    const struck = strikeCues(strikeCues(all, new Set('c')), new Set('b'));
    expect(struck.removed).toEqual([span(1.5, 4)]);
    expect(cues.map((cue) => isStruck(cue, struck.removed))).toEqual([false, true, true]);
    expect(restoreCue(struck, 'b').removed).toEqual([span(3, 4)]);
    expect(restoreCue(restoreCue(struck, 'b'), 'c').removed).toEqual([]);
    // Words without known times share the time of their cue before some are removed.
    const words = strikeWords(all, 'c', 0, 1);
    expect(words).toEqual(strikeCues(all, new Set('c')));
    const two = strikeWords({ cues: [{ ...said, words: [] }], removed: [] }, 'a', 4, 5);
    expect([two.removed, two.cues[0]?.words?.length]).toEqual([[span(2.125, 2.875)], 3]);
    const { words: _, ...bare } = said;
    expect(restoreCue(two, 'a')).toEqual({ cues: [bare], removed: [] });
    expect(restoreCue(strikeWords({ cues: [said], removed: [] }, 'a', 4, 5), 'a').cues).toEqual([said]);
  });

  it('use letter counts where word times are unknown', () => {
    const bare = { id: 'a', text: 'ab cd', startTime: 0, endTime: 4 };
    const timed = withWordTimes(bare);
    expect(timed.words).toEqual([
      { text: 'ab', startTime: 0, endTime: 2 },
      { text: 'cd', startTime: 2, endTime: 4 },
    ]);
    expect(cuesLeft([timed], remainingSpans([span(0, 2)], 4)).map(({ text }) => text)).toEqual(['cd']);
    expect(cuesLeft([bare], remainingSpans([span(0, 2)], 4))).toEqual([bare]);
  });
});

const seeds = Array.from({ length: 60 }, (_, i) => i + 1);

/** Random cues with and without words, some simultaneous, and spans to remove, many of which overlap. */
function scene(seed: number): { cues: Cue[]; removed: TimeSpan[]; length: number } {
  const dice = createDice(seed);
  const length = 5 + dice.random() * 60;
  const time = () => round(dice.random() * length * 1.1);
  const cues = Array.from({ length: Math.floor(dice.random() * 30) }, (_, i): Cue => {
    const startTime = time();
    const endTime = round(startTime + 0.1 + dice.random() * 4);
    const cue = { id: `c${i}`, text: `one${i} two${i} three${i}`, startTime, endTime };
    return dice.chance(0.6) ? withWordTimes(cue) : cue;
  });
  const removed = Array.from({ length: Math.floor(dice.random() * 12) }, () => {
    const startTime = time();
    return span(startTime, round(startTime + dice.random() * 6));
  });
  return { cues, removed, length: round(length) };
}

describe.each(seeds)('cuts with seed %i', (seed) => {
  const { cues, removed, length } = scene(seed);
  const kept = remainingSpans(removed, length);

  it('keep everything that is not removed, in order', () => {
    const inside = removed.map((one) => span(one.startTime, Math.min(length, one.endTime)));
    expect(lengthOf(kept) + lengthOf(spansWithout(inside, kept))).toBeCloseTo(length, 6);
    expect(overlapWith(span(0, length), kept)).toBeCloseTo(lengthOf(kept), 6);
    for (const one of removed) expect(overlapWith(one, kept)).toBeCloseTo(0, 9);
    kept.forEach((one, i) => {
      expect(one.endTime).toBeGreaterThan(one.startTime);
      expect(one.startTime).toBeGreaterThan(kept[i - 1]?.endTime ?? -1);
    });
    const times = Array.from({ length: 50 }, (_, i) => (i * length) / 49).map((t) => timeAfterCuts(t, kept));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeCloseTo(lengthOf(kept), 3);
    for (const { startTime, endTime } of kept)
      for (const t of [startTime, (startTime + endTime) / 2])
        if (endTime - t > 0.002) expect(timeBeforeCuts(timeAfterCuts(t, kept), kept)).toBeCloseTo(t, 2);
  });

  it('keep every cue with time and words left, and its words inside it', () => {
    const after = cutCues(cues, kept);
    for (const cue of cues) {
      const words = cue.words?.filter((word) => overlapWith(word, kept) >= (word.endTime - word.startTime) / 2);
      const found = after.find(({ id }) => id === cue.id);
      if (overlapWith(cue, kept) >= 0.002 && words?.length !== 0) expect(found, cue.id).toBeDefined();
      if (!found) continue;
      expect(found.endTime - found.startTime).toBeCloseTo(overlapWith(cue, kept), 2);
      expect(found.words?.map(({ text }) => text)).toEqual(words?.map(({ text }) => text));
      for (const word of found.words ?? []) {
        expect(found.text).toContain(word.text);
        expect(word.startTime).toBeGreaterThanOrEqual(found.startTime - 0.001);
        expect(word.endTime).toBeLessThanOrEqual(found.endTime + 0.001);
      }
    }
  });

  it('produce a project of the same length with cues at the same times', () => {
    const facts = { ...clip, duration: length };
    const spans = remainingSpans(removed, length, 0.1);
    const body = { isSubtitleVideo: true, subtitles: cues, removedSpans: removed };
    const numbered = cues.map((cue, i) => ({ ...cue, id: `c${i + 1}` }));
    const bare = numbered.map(({ words: _, ...cue }) => cue);
    // Without cuts, a text keeps its words beyond the end.
    const wanted = cutCues(lengthOf(spans) === length ? bare : numbered, spans);
    const isCutOnly = cues.every(({ text }) => text.trim() === '') && removed.length > 0 && spans.length > 0;
    if (wanted.length === 0 && !isCutOnly) return expect(compile(body, facts).ok).toBe(false);
    const project = good(compile(body, facts));
    expect(totalDuration(project)).toBeCloseTo(lengthOf(spans), 6);
    const found = cueTracks(project).flatMap((track) => track.cues);
    const facing = (some: readonly Cue[]) => some.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(facing(found).map(({ id, text }) => `${id} ${text}`)).toEqual(
      facing(wanted).map(({ id, text }) => `${id} ${text}`),
    );
    facing(found).forEach((cue, i) => {
      const other = facing(wanted)[i] as Cue;
      for (const name of ['startTime', 'endTime'] as const) expect(cue[name]).toBeCloseTo(other[name], 2);
    });
  });
});

describe('cueTrackProblems', () => {
  it('rejects a language with more cues than a layer can have', () => {
    const cues = Array.from({ length: 2501 }, (_, i) => ({ id: `c${i}`, text: 'x', startTime: 0, endTime: 1 }));
    const layers = (...codes: string[]) =>
      codes.map((languageCode, i) => ({ id: `l${i}`, type: 'subtitles' as const, languageCode, cues }));
    const problems = (soft: boolean, ...codes: string[]) => {
      const output = { type: 'video' as const, softSubtitles: soft };
      const project = parseProject({ output, scenes: [{ id: 's', duration: 2, layers: layers(...codes) }] });
      return cueTrackProblems(good(project)).map(({ message }) => message);
    };
    expect(problems(true, 'de', 'de')).toEqual(['A track can have at most 5000 subtitles.']);
    expect([problems(true, 'de', 'en'), problems(false, 'de', 'de')]).toEqual([[], []]);
  });
});

describe('a video with cuts', () => {
  const shown = (project: Project, t: number) => {
    const found = layerSpans(project).find(
      ({ layer, start, end }) => layer.type === 'subtitles' && t >= start && t < end,
    );
    return found && shownCues(found.layer, t - found.start + ((found.layer as { at?: number }).at ?? 0));
  };

  it('highlights the spoken word after a cut inside a cue', () => {
    const body = { isSubtitleVideo: true, subtitles: [said], removedSpans: [span(2, 3)], highlight: true };
    const project = good(compile(body));
    expect(project.scenes.map(({ id }) => id)).toEqual(['scene', 'scene-2']);
    expect([0.5, 1.5, 2.5, 3.5].map((t) => shown(project, t)?.spoken)).toEqual([
      undefined,
      [[0, 3]],
      [[4, 7]],
      undefined,
    ]);
  });

  it('may end with less than a second and loses silences found by peaks', () => {
    const peaks = Uint8Array.from({ length: 1000 }, (_, i) => (i < 200 || i >= 950 ? 200 : 0));
    const cue = { id: 'x', text: 'Hello', startTime: 0, endTime: 1 };
    const body = { isSubtitleVideo: true, subtitles: [cue], removeSilences: true, silencePadding: 0 };
    const project = good(compile(body, { ...clip, peaks } as typeof clip));
    expect(
      layerSpans(project).flatMap(({ media, start, end }) => (media ? [[media.start, media.end, start, end]] : [])),
    ).toEqual([
      [0, 2, 0, 2],
      [9.5, 10, 2, 2.5],
    ]);
  });

  it('loses silences and spans without any cues', () => {
    const peaks = Uint8Array.from({ length: 1000 }, (_, i) => (i < 200 || i >= 950 ? 200 : 0));
    const media = (project: Project) =>
      layerSpans(project).flatMap(({ media: part }) => (part ? [[part.start, part.end]] : []));
    const facts = { ...clip, peaks } as typeof clip;
    const quiet = good(compile({ isSubtitleVideo: true, removeSilences: true, silencePadding: 0 }, facts));
    expect(media(quiet)).toEqual([
      [0, 2],
      [9.5, 10],
    ]);
    expect(quiet.scenes.flatMap(({ layers }) => layers.map(({ type }) => type))).toEqual(['video', 'video']);
    const empty = [{ id: 'x', text: ' ', startTime: 0, endTime: 1 }];
    const shorter = good(compile({ isSubtitleVideo: true, subtitles: empty, removedSpans: [span(2, 9)] }, clip));
    expect(media(shorter)).toEqual([
      [0, 2],
      [9, 10],
    ]);
  });

  it('keeps a word that is shorter than the shortest span', () => {
    const peaks = Uint8Array.from({ length: 1000 }, (_, i) => (i < 400 || i >= 600 ? 200 : 0));
    const word = { text: 'I', startTime: 5, endTime: 5.08 };
    const cue = { id: 'x', text: 'I', startTime: 5, endTime: 6, words: [word] };
    const body = { isSubtitleVideo: true, subtitles: [cue], removeSilences: true, silencePadding: 0 };
    const cut = good(compile(body, { ...clip, peaks } as typeof clip));
    expect(cueTracks(cut).flatMap((track) => track.cues.map(({ text }) => text))).toEqual(['I']);
    expect(totalDuration(cut)).toBeCloseTo(8.28, 3);
    // The rest of a silence counts only if it is long enough to be a silence itself.
    const long = good(compile({ ...body, silenceLength: 1.5 }, { ...clip, peaks } as typeof clip));
    expect(totalDuration(long)).toBeCloseTo(10, 3);
  });

  it('reports when nothing is left, when there is no audio, and when there are too many parts', () => {
    const body = { isSubtitleVideo: true, subtitles: [said] };
    const problems = (more: object, facts = clip) => {
      const made = compile({ ...body, ...more }, facts);
      return made.ok ? [] : made.problems.map(({ pointer, message }) => [pointer, message]);
    };
    expect(problems({ removedSpans: [span(0, 10)] })).toEqual([
      ['/removedSpans', 'Everything is cut from this video. Keep at least one part.'],
    ]);
    expect(problems({ removeSilences: true }, { ...clip, hasAudio: false })).toEqual([
      ['/removeSilences', 'This file has no audio.'],
    ]);
    const many = Array.from({ length: 600 }, (_, i) => span(i * 2, i * 2 + 1));
    expect(problems({ removedSpans: many }, { ...clip, duration: 1190 })).toEqual([
      ['/removedSpans', 'A video can be cut into at most 500 parts.'],
    ]);
  });
});
