import { describe, expect, it } from 'vitest';
import { createSoundMixer } from '../../../engine/browser/export/sound/mix.ts';
import { DuckedClips } from '../../../engine/browser/sound/duckedClips.ts';
import type { Wave } from '../../../engine/browser/strips/waveform.ts';
import { setAudio } from '../../../engine/edit/audio.ts';
import { setAudioDucking, setLayerDucking } from '../../../engine/edit/ducking.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { duckingSources, withDucking } from '../../../engine/timeline/ducking.ts';
import { PEAKS_PER_SECOND, type Peaks } from '../../../engine/timeline/peaks.ts';
import { gainAt } from '../../../engine/timeline/soundGain.ts';
import { type AudioClip, HERTZ, soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { layerOf, makeProject, scene, video } from '../make.ts';

const soft = 10 ** (-12 / 20);
const none: Peaks = new Uint8Array();

/** Peaks of a talk that is loud in these spans of its file, in seconds. */
function talk(...loud: [from: number, to: number][]): Peaks {
  const peaks = new Uint8Array(20 * PEAKS_PER_SECOND).fill(2);
  for (const [from, to] of loud) peaks.fill(120, from * PEAKS_PER_SECOND, to * PEAKS_PER_SECOND);
  return peaks;
}

/** Ducked music of 20 s with a voice. */
function underVoice(fields: object = {}, peaks: Peaks | undefined = talk([2, 4], [7, 8]), ducking: object = {}) {
  const voice = { ...video('voice', 20), id: 'voice', ...fields };
  const project = makeProject([scene('s', [voice])], { audio: { url: 'music.mp3', duration: 20, ducking } });
  const clips = withDucking(soundtrack(project), ({ url }) => (url === 'voice.mp4' ? peaks : undefined));
  const music = clips.find(({ source }) => source.kind === 'track') as AudioClip;
  return { music, at: (...times: number[]) => times.map((t) => Number(gainAt(music, t).toFixed(3))) };
}

/** Spans between the midpoints of each fall and rise of the music, to hundredths of a second. */
function dipsOf({ gains = [] }: AudioClip): [number, number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < gains.length; i += 4) {
    const [a, b, c, d] = gains.slice(i, i + 4).map(({ at }) => at) as [number, number, number, number];
    found.push([(a + b) / 2, (c + d) / 2].map((t) => Math.round(t * 100) / 100) as [number, number]);
  }
  return found;
}

describe('ducking under a voice', () => {
  it('lowers music before the voice starts and raises it after the voice and in pauses', () => {
    const { at } = underVoice();
    const down = Number(soft.toFixed(3));
    const half = Number(((1 + soft) / 2).toFixed(3));
    expect(at(0, 1.69, 1.85, 2, 3.99, 4, 4.3, 4.61, 6.69, 7, 8, 8.61, 19)).toEqual([
      ...[1, 1, half, down, down, down, half, 1, 1, down, down, 1, 1],
    ]);
  });

  it('stays low in pauses that are too short', () => {
    expect(dipsOf(underVoice({}, talk([2, 4], [5.3, 6], [7.5, 8])).music)).toEqual([
      [1.85, 6.3],
      [7.35, 8.3],
    ]);
  });

  it('follows the voice through offset, speed, reverse, boomerang and loop', () => {
    const once = talk([2, 4]);
    expect(dipsOf(underVoice({ from: 5 }, once).music)).toEqual([[6.85, 9.3]]);
    expect(dipsOf(underVoice({ speed: 2 }, once).music)).toEqual([[0.85, 2.3]]);
    expect(dipsOf(underVoice({ isReversed: true }, once).music)).toEqual([[15.85, 18.3]]);
    const cut = { isTrimmed: true, startTime: 1, endTime: 6 };
    expect(dipsOf(underVoice({ ...cut, isBoomeranged: true }, once).music)).toEqual([
      [0.85, 3.3],
      [6.85, 9.3],
    ]);
    expect(dipsOf(underVoice({ ...cut, loopMode: 'duration', playLength: 14 }, once).music)).toEqual([
      ...[0, 5, 10].map((run) => [run + 0.85, run + 3.3]),
    ]);
  });

  it('uses audible levels, not those of the file', () => {
    const quiet = new Uint8Array(20 * PEAKS_PER_SECOND).fill(6);
    for (const silent of [{ isMuted: true }, { volume: 0 }, { volume: 0.05 }])
      expect(underVoice(silent).music.gains, JSON.stringify(silent)).toBeUndefined();
    expect(underVoice({}, quiet).music.gains).toBeUndefined();
    expect(underVoice({}, none).music.gains).toBeUndefined();
    expect(dipsOf(underVoice({ volume: 2 }, quiet).music)).toEqual([[-0.15, 20.3]]);
  });

  it('treats an unmeasured voice as always audible', () => {
    const project = makeProject([scene('s', [video('voice', 20, { from: 3, to: 9 })])], {
      audio: { url: 'music.mp3', duration: 20, ducking: {} },
    });
    const clips = withDucking(soundtrack(project), () => undefined);
    const music = clips.find(({ source }) => source.kind === 'track');
    expect(dipsOf(music as AudioClip)).toEqual([[2.85, 9.3]]);
  });

  it('applies the chosen amount, attack and release', () => {
    const { at } = underVoice({}, talk([2, 4]), { amount: 20, attack: 1, release: 2 });
    expect(at(1, 1.5, 2, 4, 5, 6)).toEqual([1, 0.55, 0.1, 0.1, 0.55, 1]);
  });

  it('combines with fades and volume', () => {
    const { music } = underVoice();
    expect(gainAt({ ...music, volume: 0.5, fadeIn: 6 }, 3)).toBeCloseTo(0.5 * 0.5 * soft, 6);
  });

  it('lowers music at most 400 times', () => {
    const words = new Uint8Array(1200 * PEAKS_PER_SECOND);
    for (let at = 0; at < 1200; at += 1) words.fill(200, at * 100, at * 100 + 20 + (at % 40));
    const brief = { attack: 0.01, release: 0.01 };
    const track = { url: 'music.mp3', duration: 1200, ducking: brief };
    const project = makeProject([scene('s', [video('voice', 1200)])], { audio: track });
    const found = withDucking(soundtrack(project), () => words).find(({ source }) => source.kind === 'track');
    expect(found?.gains?.length).toBeLessThanOrEqual(1600);
    expect(found?.gains?.length).toBeGreaterThan(400);
    expect(found?.gains?.every(({ at }, i, all) => i === 0 || at > (all[i - 1]?.at ?? 0))).toBe(true);
  });
});

describe('which clips duck', () => {
  const sound = (id: string, fields: object = {}) => ({
    id,
    type: 'audio' as const,
    url: `${id}.mp3`,
    duration: 9,
    ...fields,
  });

  it('lowers marked clips under others, but not under each other or the track', () => {
    const layers = [sound('voice'), sound('drums', { ducking: {} }), sound('bass', { ducking: {}, from: 1 })];
    const project = makeProject([scene('s', layers, { duration: 9, isImageVideo: true })], {
      audio: { url: 'song.mp3', duration: 9 },
    });
    expect(duckingSources(soundtrack(project)).map(({ url }) => url)).toEqual(['voice.mp3']);
    const clips = withDucking(soundtrack(project), () => talk([2, 4]));
    const down = clips.filter(({ gains }) => gains).map(({ url }) => url);
    expect(down.sort()).toEqual(['bass.mp3', 'drums.mp3']);
  });

  it('analyzes nothing if no clip ducks', () => {
    const clips = soundtrack(
      makeProject([scene('s', [video('voice', 5)])], { audio: { url: 'song.mp3', duration: 9 } }),
    );
    expect(duckingSources(clips)).toEqual([]);
    expect(withDucking(clips, () => undefined)).toBe(clips);
  });
});

it('applies the same gains in the browser’s mix, sample by sample', () => {
  const { music } = underVoice();
  const tone = new Float32Array(20 * HERTZ).fill(0.5);
  const [left] = createSoundMixer([{ clip: music, left: tone, right: tone }]).next(10 * HERTZ);
  for (let t = 0; t < 10; t += 0.0371) {
    const n = Math.round(t * HERTZ);
    expect(Math.abs((left[n] as number) - 0.5 * gainAt(music, n / HERTZ))).toBeLessThan(1e-6);
  }
});

describe('ducking in the preview', () => {
  const clips = () => {
    const project = makeProject([scene('s', [video('voice', 20)])], {
      audio: { url: 'music.mp3', duration: 20, ducking: {} },
    });
    return soundtrack(project);
  };
  const musicOf = (ducked: DuckedClips) => ducked.clips.find(({ source }) => source.kind === 'track') as AudioClip;

  it('listens to the audible audio track', () => {
    const voices = [1, 2].map((audioTrack) => ({ ...clips()[0], url: 'voice.mp4', audioTrack }) as AudioClip);
    const music = { ...clips().find(({ source }) => source.kind === 'track') } as AudioClip;
    const sources = duckingSources([...voices, ...voices, music]);
    expect(sources.map(({ audioTrack }) => audioTrack)).toEqual([1, 2]);
    const silent = talk([0, 0]);
    const heard = withDucking([voices[1] as AudioClip, music], ({ audioTrack }) =>
      audioTrack === 2 ? talk([2, 4]) : silent,
    );
    expect(heard.at(-1)?.gains).toHaveLength(4);
  });

  it('measures each audio file once, and then knows the pauses', async () => {
    const read: string[] = [];
    let learned = 0;
    const wave: Wave = { state: 'ready', peaks: talk([2, 4]), duration: 20 };
    const ducked = new DuckedClips(
      async ({ url }) => {
        read.push(url);
        return wave;
      },
      () => {
        learned += 1;
      },
    );
    ducked.clips = clips();
    expect(dipsOf(musicOf(ducked))).toEqual([[-0.15, 20.3]]);
    await expect.poll(() => learned).toBe(1);
    ducked.clips = clips();
    expect(dipsOf(musicOf(ducked))).toEqual([[1.85, 4.3]]);
    expect(read).toEqual(['voice.mp4']);
  });

  it('stops measuring removed clips and retries missing ones', async () => {
    const signals: AbortSignal[] = [];
    const ducked = new DuckedClips(
      (_, signal) => {
        signals.push(signal);
        return Promise.resolve(undefined);
      },
      () => expect.unreachable(),
    );
    ducked.clips = clips();
    ducked.clips = [];
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    ducked.clips = clips();
    await Promise.resolve();
    await expect
      .poll(() => {
        ducked.clips = clips();
        return signals.length;
      })
      .toBeGreaterThan(2);
    ducked.dispose();
  });
});

describe('ducking settings', () => {
  const project = setAudio(
    makeProject([scene('s', [{ id: 'a', type: 'audio', url: 'a.mp3', duration: 5 }, video('v', 5)])]),
    { url: 'm.mp3', duration: 9 },
  );

  it('start with defaults, change one value at a time, and are removed', () => {
    const on = setAudioDucking(project, {});
    expect(on.audio?.ducking).toEqual({ amount: 12, attack: 0.3, release: 0.6 });
    const more = setAudioDucking(on, { amount: 900, release: 0 });
    expect(more.audio?.ducking).toEqual({ amount: 48, attack: 0.3, release: 0.01 });
    expect(setAudioDucking(more, { amount: 48 })).toBe(more);
    expect(setAudioDucking(more, { amount: Number.NaN })).toBe(more);
    expect(setAudioDucking(more, undefined)).toEqual(project);
    expect(setAudioDucking(project, undefined)).toBe(project);
  });

  it('exist only for audio', () => {
    expect(layerOf(setLayerDucking(project, 'a', { amount: 6 }), 'a', 'audio').ducking?.amount).toBe(6);
    expect(setLayerDucking(project, 'v', {})).toBe(project);
    expect(setAudioDucking({ ...project, audio: null }, {}).audio).toBeNull();
  });
});

it('reports ducking values out of range with their pointers', () => {
  const audio = { url: 'm.mp3', ducking: { amount: 0, attack: 9 } };
  const parsed = parseProject({ scenes: [{ id: 's' }], audio });
  expect(parsed.ok ? [] : parsed.problems.map(({ code, pointer }) => [code, pointer])).toEqual([
    ['range', '/audio/ducking/amount'],
    ['range', '/audio/ducking/attack'],
  ]);
});
