import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlayerSound } from '../../../engine/browser/player/player.ts';
import { createSoundGraph, type SoundProblem } from '../../../engine/browser/sound/soundGraph.ts';
import { type AudioClip, HERTZ } from '../../../engine/timeline/soundtrack.ts';
import { eventually } from '../../support/eventually.ts';
import { makeProject, scene, video } from '../make.ts';
import { openPlayer } from './playerBench.ts';
import { type FakeAudio, serveSound, soundBench } from './playerSoundBench.ts';

const music: AudioClip = {
  source: { kind: 'track' },
  url: 'a.wav',
  start: 0,
  end: 30,
  mediaStart: 0,
  mediaEnd: 30,
  speed: 1,
  isReversed: false,
  isBoomeranged: false,
  loops: false,
  volume: 1,
  fadeIn: 0,
  fadeOut: 0,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function openGraph(clips: readonly AudioClip[] = [music], firstFrame?: number, start?: number) {
  const bench = soundBench(firstFrame, start);
  vi.stubGlobal('document', bench.document);
  const problems: SoundProblem['kind'][] = [];
  /** URLs that references resolve to; tests change them. */
  const places = new Map<string, string>();
  const graph = createSoundGraph({
    context: bench.context,
    urlOf: (url) => places.get(url) ?? url,
    onProblem: ({ kind }) => problems.push(kind),
  });
  const begun = performance.now();
  const play = (from: number) => graph.run(from, () => from + (performance.now() - begun) / 1000);
  graph.setClips(clips);
  return { ...bench, graph, play, problems, places, only: () => bench.open()[0] as FakeAudio };
}

describe('a sound whose clip changes', () => {
  it.each([
    ['moved away', { start: 20, end: 50 }],
    ['ends before', { end: 1.5 }],
  ])('is released if it %s', (_, change) => {
    const { graph, play } = openGraph();
    graph.rest(2);
    expect(graph.size).toBe(1);
    graph.setClips([{ ...music, ...change }]);
    graph.rest(2);
    expect(graph.size).toBe(0);
    play(2);
    expect(graph.size).toBe(0);
  });

  it('becomes silent and waits at its start if it is moved later during playback', () => {
    const { graph, play, only, levels } = openGraph();
    graph.rest(2);
    only().arrive();
    play(2);
    expect([only().paused, levels[0]]).toEqual([false, 1]);
    graph.setClips([{ ...music, start: 5 }]);
    vi.advanceTimersByTime(20);
    expect([only().paused, levels[0], only().sent.at(-1)]).toEqual([true, 0, 0]);
  });

  it('continues without interruption if time shifts with it', () => {
    const { graph, play, only, levels } = openGraph([{ ...music, start: 20, end: 50 }]);
    graph.rest(25);
    only().arrive();
    play(25);
    vi.advanceTimersByTime(50);
    const sent = only().sent.length;
    graph.setClips([{ ...music, start: 10, end: 40 }]);
    graph.run(15, () => 15.05);
    expect([only().paused, levels[0], only().sent.length]).toEqual([false, 1, sent]);
    graph.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it.each([
  [0.07, 0],
  [0.09, 1],
])('a playing sound that is off by %f s is sought %i times at the next check, after 10 ms', (off, seeks) => {
  const { graph, play, only } = openGraph();
  const begun = performance.now();
  /** Plays with the element off by some seconds. */
  const check = (seconds: number) => {
    only().arrive(2 + (performance.now() + 10 - begun) / 1000 + seconds);
    vi.advanceTimersByTime(10);
  };
  graph.rest(2);
  only().arrive();
  play(2);
  for (let i = 0; i < 50; i += 1) check(0);
  const { length } = only().sent;
  check(off);
  expect(only().sent.length - length).toBe(seeks);
});

describe('a seeking sound', () => {
  it('ends at the last of several quick seeks', () => {
    const { graph, only } = openGraph();
    graph.rest(1);
    expect(graph.isReady()).toBe(false);
    graph.rest(9);
    expect(only().currentTime).toBe(9);
    only().arrive();
    expect(graph.isReady()).toBe(true);
  });

  it('is silent until its file is loaded if it starts in the middle', () => {
    const { graph, play, only, levels } = openGraph();
    graph.rest(12);
    Object.assign(only(), { readyState: 0, duration: Number.NaN, seeking: false });
    play(12);
    vi.advanceTimersByTime(2000);
    expect(only().paused).toBe(false);
    expect(Math.abs(only().currentTime - 14)).toBeLessThan(0.1);
    // A browser that ignores seeks before it knows the file.
    Object.assign(only(), { readyState: 4, duration: 100 });
    only().arrive(0);
    vi.advanceTimersByTime(10);
    expect(levels[0]).toBe(0);
    expect(Math.abs(only().currentTime - 14)).toBeLessThan(0.1);
    only().arrive();
    vi.advanceTimersByTime(10);
    expect(levels[0]).toBe(1);
  });
});

it('the audio of a file whose picture begins late counts from its first frame, as the picture does', async () => {
  const track = { ...music, url: 'late-picture.mkv' };
  const { graph, only } = openGraph([track], 0.087);
  graph.rest(2);
  await vi.advanceTimersByTimeAsync(0);
  graph.rest(2);
  expect(only().sent.at(-1)).toBeCloseTo(2.087, 6);
  graph.rest(0);
  expect(only().sent.at(-1)).toBeCloseTo(0.087, 6);
  graph.dispose();
});

it('a file of audio that starts late counts from its first audio, up to its end', async () => {
  const track = { ...music, url: 'late-audio.m4a' };
  const { graph, only } = openGraph([track], undefined, 2);
  graph.rest(2);
  await vi.advanceTimersByTimeAsync(0);
  graph.rest(2);
  expect(only().sent.at(-1)).toBeCloseTo(4, 6);
  // As Chromium reports it for MP4: without the late start.
  only().duration = 30;
  graph.rest(29);
  expect(only().sent.at(-1)).toBeCloseTo(31, 6);
  graph.dispose();
});

describe('a file that has failed or moved', () => {
  it('is opened again after a while when playback pauses', () => {
    const { graph, play, only, problems, sounds } = openGraph();
    graph.rest(0);
    only().error = {};
    play(0);
    expect(problems).toEqual(['missing']);
    graph.rest(0);
    expect(sounds).toHaveLength(1);
    vi.advanceTimersByTime(3000);
    graph.rest(0);
    expect(sounds).toHaveLength(2);
    play(0);
    expect(problems).toEqual(['missing']);
  });

  it('is loaded from its new URL', () => {
    const { graph, only, places } = openGraph();
    graph.rest(0);
    places.set('a.wav', 'blob:other');
    graph.rest(0);
    expect([graph.size, only().src]).toEqual([1, 'blob:other']);
  });
});

describe('calls from a player to its sound', () => {
  /** A sound that only records its calls. */
  function listener() {
    const heard: { clips: readonly AudioClip[]; from: number; timeNow: () => number }[] = [];
    const calls: string[] = [];
    let clips: readonly AudioClip[] = [];
    const sound: PlayerSound = {
      setClips: (given) => {
        clips = given;
        calls.push('setClips');
      },
      rest: (time) => calls.push(`rest ${time.toFixed(1)}`),
      isReady: () => true,
      run: (from, timeNow) => {
        heard.push({ clips, from, timeNow });
        calls.push('run');
      },
    };
    return { sound, heard, calls };
  }

  const long = () => makeProject(['a', 'b', 'c'].map((id) => scene(id, [video(id, 10)])));

  it('start it immediately at the new time if an edit shifts time back', () => {
    const project = long();
    const { sound, heard, calls } = listener();
    const { player, bench } = openPlayer(project);
    player.soundThrough(sound);
    player.seek(25);
    player.play();
    bench.pass(590);
    const playing = heard.length;
    player.setProject({ ...project, scenes: project.scenes.slice(1) });
    expect(player.time).toBeCloseTo(15.5, 2);
    const { clips, from, timeNow } = heard.at(-1) as (typeof heard)[0];
    expect(heard.length).toBe(playing + 1);
    expect(clips.map(({ start }) => start)).toEqual([0, 10]);
    expect(from).toBeLessThanOrEqual(player.time);
    expect(timeNow()).toBeCloseTo(player.time, 6);
    player.pause();
    calls.length = 0;
    player.setProject(project);
    expect(calls).toEqual(['setClips', 'rest 25.5']);
  });

  it('start a sound that joins during playback at the current time, and ignore a repeated call', () => {
    const { sound, heard, calls } = listener();
    const { player, bench } = openPlayer(long());
    player.seek(12);
    player.play();
    bench.pass(590);
    player.soundThrough(sound);
    expect(calls).toEqual(['setClips', 'rest 12.5', 'run']);
    expect(heard[0]?.from).toBeLessThanOrEqual(player.time);
    expect(heard[0]?.timeNow()).toBeCloseTo(player.time, 6);
    player.soundThrough(sound);
    expect(calls).toHaveLength(3);
  });
});

describe('a sound that plays backwards', () => {
  const back = (mediaStart: number): AudioClip => ({
    ...music,
    mediaStart,
    mediaEnd: 6,
    end: 6 - mediaStart,
    isReversed: true,
  });

  const soon = (check: () => void) => eventually(check);

  it('is released if its clip leaves while it becomes ready', async () => {
    const { made, revoked } = serveSound();
    const { graph } = openGraph([]);
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      graph.setClips([]);
      graph.rest(0);
      return `blob:${made.push(blob as Blob)}`;
    });
    graph.setClips([back(5)]);
    graph.rest(0);
    await vi.advanceTimersByTimeAsync(1000);
    await soon(() => expect(made).toHaveLength(1));
    await soon(() => expect(revoked.mock.calls.flat()).toEqual(['blob:1']));
  });

  it('is rendered once after trimming from a file that is fetched once, and released with its clip', async () => {
    const { asked, made, revoked } = serveSound();
    const { graph, only } = openGraph([]);
    for (let i = 0; i < 30; i += 1) {
      graph.setClips([back(i / 10)]);
      graph.rest(0);
      expect(graph.isReady()).toBe(false);
      await vi.advanceTimersByTimeAsync(16);
    }
    // A slow machine may have started with an intermediate trim.
    const size = 44 + (6 - 2.9) * HERTZ * 4;
    await soon(() => expect((made.at(-1) as Blob | undefined)?.size).toBe(size));
    const first = made.length;
    await soon(() => expect(only()?.src).toBe(`blob:${first}`));
    // Once for an intermediate trim, and not again if its audio was ready in time.
    expect(asked.length).toBeGreaterThanOrEqual(1);
    expect(asked.length).toBeLessThanOrEqual(2);
    const bytes = new DataView(await (made.at(-1) as Blob).arrayBuffer());
    expect([bytes.getInt16(44, true), bytes.getInt16(bytes.byteLength - 2, true)]).toEqual([32_767, 15_837]);
    const before = asked.length;
    graph.setClips([back(5)]);
    graph.rest(0);
    await soon(() => expect(only()?.src).toBe(`blob:${first + 1}`));
    expect(asked).toHaveLength(before);
    graph.setClips([]);
    graph.rest(0);
    expect([graph.size, revoked.mock.calls.flat()]).toEqual([0, made.map((_, i) => `blob:${i + 1}`)]);
  });

  it('is reported if it is too long or missing, but not if the video is silent, and a link is retried', async () => {
    const { asked, answer } = serveSound();
    const { graph, play, problems } = openGraph([{ ...back(0), mediaEnd: 61 }]);
    graph.rest(0);
    play(0);
    await soon(() => expect(problems).toEqual(['backwards']));
    answer.isSilent = true;
    graph.setClips([back(1)]);
    graph.rest(0);
    await soon(() => expect(graph.isReady()).toBe(true));
    play(0);
    vi.advanceTimersByTime(50);
    expect([asked.length, problems]).toEqual([1, ['backwards']]);
    Object.assign(answer, { ok: false, isSilent: false });
    graph.setClips([back(2)]);
    graph.rest(0);
    play(0);
    await soon(() => expect(problems).toEqual(['backwards', 'missing']));
    answer.ok = true;
    vi.advanceTimersByTime(3000);
    graph.rest(0);
    await soon(() => expect(graph.size).toBe(1));
    graph.dispose();
  });

  it('falls back to its element at another speed if the file is too large to read as a whole', async () => {
    const { asked, made, answer } = serveSound();
    answer.bytes = 3e9;
    const { graph, only } = openGraph([{ ...music, end: 2, mediaEnd: 4, speed: 2 }]);
    graph.rest(0);
    only().arrive();
    await soon(() => expect([asked.length, graph.isReady()]).toEqual([1, true]));
    expect([made.length, only().src]).toEqual([0, 'a.wav']);
    graph.setClips([back(1)]);
    graph.rest(0);
    await soon(() => expect(only()?.src).toBe('blob:1'));
    graph.dispose();
  });
});
