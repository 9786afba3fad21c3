import { describe, expect, it } from 'vitest';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Cue } from '../../../engine/project/subtitles.ts';
import { layerSpans } from '../../../engine/timeline/spans.ts';
import { addImportedCues, isCueFile, readCueFile } from '../../../ui/client/subtitles/importCues.ts';
import { mapCuesToScene } from '../../../ui/studio/subtitles/transcribeScene.ts';
import { edgesOf, movePart, snapPart } from '../../../ui/subtitles/CueBlock.tsx';
import { rowsIn, scrolledTo, topOf } from '../../../ui/subtitles/CueList.tsx';
import { stepWords } from '../../../ui/subtitles/TranscribeForm.tsx';
import { cueAt } from '../../../ui/subtitles/useView.ts';

const cue = (id: string, startTime: number, endTime: number): Cue => ({ id, text: id, startTime, endTime });

describe('the rows of the cue list', () => {
  const all = { count: 5000, height: 148, open: -1, openHeight: 148 };

  it('are drawn if visible or just outside', () => {
    expect(rowsIn(all, 0, 500)).toEqual([0, 8]);
    expect(rowsIn(all, 148 * 1000, 500)).toEqual([996, 1008]);
    expect(rowsIn(all, 148 * 5000 - 500, 500)).toEqual([4992, 5000]);
    expect(rowsIn({ ...all, count: 0 }, 0, 500)).toEqual([0, 0]);
  });

  it('make room for the open one', () => {
    const closed = { count: 100, height: 44, open: 10, openHeight: 148 };
    expect([9, 10, 11, 100].map((index) => topOf(closed, index))).toEqual([396, 440, 588, 4504]);
    expect(rowsIn(closed, 500, 44)).toEqual([6, 15]);
    expect(rowsIn(closed, 588, 44)).toEqual([7, 17]);
  });

  it('are scrolled no further than necessary', () => {
    expect(scrolledTo(all, 1, { top: 0, height: 500 })).toBe(0);
    expect(scrolledTo(all, 4, { top: 0, height: 500 })).toBe(240);
    expect(scrolledTo(all, 0, { top: 300, height: 500 })).toBe(0);
  });
});

describe('imported cues', () => {
  it('are read from common formats, with a note on skipped parts', async () => {
    const file = new File(['00:00:01,000 --> 00:00:01,000\nA\n\n00:00:01,000 --> 00:00:02,000\nB\n'], 'a.srt');
    const notes = ['One part of the file could not be read and is left out: line 1.'];
    expect(await readCueFile(file)).toMatchObject({ ok: true, cues: [{ text: 'B' }], notes });
    expect(['a.ass', 'b.ttml', 'c.SMI', 'd.mp4', 'e.pdf'].map((name) => isCueFile({ name }))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('are appended up to the maximum of a video', () => {
    let list: readonly Cue[] = [cue('a', 0, 1)];
    const heard = Array.from({ length: 5000 }, (_, i) => cue(`c${i}`, i, i + 1));
    addImportedCues(heard, (edit) => {
      list = edit(list);
    });
    expect([list.length, list.at(-1)?.id]).toEqual([5000, 'c4998']);
  });
});

describe('cues that two windows wait for', () => {
  it('are added once, next to cues written meanwhile', () => {
    let list: readonly Cue[] = [cue('mine', 0, 1)];
    const heard = [cue('a', 1, 2), cue('b', 2, 3)];
    const change = (edit: (cues: readonly Cue[]) => readonly Cue[]) => {
      list = edit(list);
    };
    addImportedCues(heard, change);
    addImportedCues(heard, change);
    addImportedCues([...heard, cue('c', 3, 4)], change);
    expect(list.map(({ id }) => id)).toEqual(['mine', 'a', 'b', 'c']);
  });
});

describe('heardInScene', () => {
  const words = [{ text: 'b', startTime: 3, endTime: 3.5 }];
  const heard = [cue('a', 1, 2), { ...cue('b', 3, 4), words }, cue('c', 6, 7)];
  const heardIn = (video: Partial<VideoLayer>, subtitles: object = {}) => {
    const layers = [
      { id: 's', type: 'subtitles', ...subtitles },
      { id: 'v', type: 'video', url: 'v.mp4', width: 16, height: 9, duration: 8, ...video },
    ];
    const parsed = parseProject({ scenes: [{ id: 'scene', layers }] });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const [back, front] = layerSpans(parsed.value);
    if (!back || !front) throw new Error('No spans.');
    const found = mapCuesToScene(heard, back, front);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    return found;
  };
  const timesIn = (...scene: Parameters<typeof heardIn>) =>
    heardIn(...scene).map(({ text, startTime, endTime }) => [text, startTime, endTime]);
  const trim = { isTrimmed: true, startTime: 2, endTime: 5 };

  it('maps times through trim, speed, offset, reverse, boomerang and loop', () => {
    expect(timesIn({})).toEqual(heard.map((one) => [one.text, one.startTime, one.endTime]));
    expect(timesIn({ ...trim, speed: 2, from: 1 })).toEqual([['b', 1.5, 2]]);
    expect(timesIn({ isReversed: true })).toEqual([
      ['c', 1, 2],
      ['b', 4, 5],
      ['a', 6, 7],
    ]);
    expect(timesIn({ ...trim, isReversed: true, speed: 0.5 })).toEqual([['b', 2, 4]]);
    expect(timesIn({ ...trim, isBoomeranged: true })).toEqual([
      ['b', 1, 2],
      ['b', 4, 5],
    ]);
    expect(timesIn({ ...trim, loopMode: 'duration', playLength: 8 })).toEqual([
      ['b', 1, 2],
      ['b', 4, 5],
      ['b', 7, 8],
    ]);
  });

  it('maps times into subtitles that start later or were cut, without cues that are over', () => {
    expect(timesIn({}, { from: 2.5 })).toEqual([
      ['b', 0.5, 1.5],
      ['c', 3.5, 4.5],
    ]);
    expect(timesIn({}, { at: 1, to: 3.5 })).toEqual([
      ['a', 2, 3],
      ['b', 4, 5],
    ]);
  });

  it('drops word times where audio plays backwards', () => {
    expect(heardIn({ ...trim, isBoomeranged: true }).map((one) => one.words)).toEqual([
      [{ text: 'b', startTime: 1, endTime: 1.5 }],
      undefined,
    ]);
  });
});

describe('a cue on the timeline', () => {
  const cues = [cue('a', 0, 2), cue('b', 2.5, 4), cue('c', 8, 12)];

  it('is moved by an edge or as a whole, within limits', () => {
    expect(movePart(cues, 'b', 'start', 3.9876, 10)[1]).toMatchObject({ startTime: 3.9, endTime: 4 });
    expect(movePart(cues, 'b', 'start', -3, 10)[1]).toMatchObject({ startTime: 0, endTime: 4 });
    expect(movePart(cues, 'b', 'end', 30, 10)[1]).toMatchObject({ startTime: 2.5, endTime: 10 });
    expect(movePart(cues, 'b', 'both', 30, 10)[1]).toMatchObject({ startTime: 8.5, endTime: 10 });
    expect(movePart(cues, 'b', 'both', -1, 10)[1]).toMatchObject({ startTime: 0, endTime: 1.5 });
    // A cue that ends after the video is not cut.
    expect(movePart(cues, 'c', 'both', 9, 10)[2]).toMatchObject({ startTime: 8, endTime: 12 });
  });

  it('moves its word times along', () => {
    const words = [{ text: 'b', startTime: 2.6, endTime: 3 }];
    const spoken = cues.map((one) => (one.id === 'b' ? { ...one, words } : one));
    expect(movePart(spoken, 'b', 'both', 3, 10)[1]?.words).toEqual([{ text: 'b', startTime: 3.1, endTime: 3.5 }]);
  });

  it('snaps to the playhead, other cues and the ends, but not to itself', () => {
    const near = (edges: number[]) => snapPart(cues, { id: 'b', edges, shown: 5, duration: 10 }, 0.1).at;
    expect([near([2.05]), near([5.08]), near([0.04]), near([2.5])]).toEqual([2, 5, 0, undefined]);
    expect(near([2.7, 8.05])).toBe(8);
    expect(edgesOf(cue('x', 1, 2), 'both')).toEqual([1, 2]);
  });

  it('is visible from its start until before its end', () => {
    expect([0, 1.99, 2, 2.5, 4].map((time) => cueAt(cues, time)?.id)).toEqual(['a', 'a', undefined, 'b', undefined]);
    expect(cueAt([cue('a', 0, 4), cue('b', 1, 3)], 2)?.id).toBe('b');
  });
});

describe('the steps of a transcription', () => {
  it('have a description each', () => {
    const none = { downloaded: false, extracted: false, conformed: false, speech: 0, done: false };
    expect(stepWords(none)).toBe('1/4 Downloading ...');
    expect(stepWords({ ...none, downloaded: true })).toBe('2/4 Extracting audio ...');
    expect(stepWords({ ...none, downloaded: true, extracted: true })).toBe('3/4 Preparing audio ...');
    const heard = { ...none, downloaded: true, extracted: true, conformed: true, speech: 0.379 };
    expect(stepWords(heard)).toBe('4/4 Transcribing 37%');
  });
});
