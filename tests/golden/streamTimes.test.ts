import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counted, countedIn, makeCounted } from '../support/countedVideo.ts';
import { h264, hertz, onsetsOf, openRenderLab, samplesOf, sharedProbe } from '../support/renderLab.ts';

const lab = openRenderLab('stream-times');
afterAll(lab.close);

/** Frames at 25 a second, next to audio that clicks every second. */
const FRAMES = 50;
const names = ['plain.mp4', 'delayed.mp4', 'recorded.mkv', 'web.webm', 'broadcast.ts'] as const;
const paths = new Map<string, string>();
const path = (name: string) => paths.get(name) as string;

beforeAll(() => {
  const coded = [...h264, '-bf', '2', '-g', '25'];
  const picture = makeCounted(join(lab.temp, 'picture.mp4'), '25', FRAMES, coded);
  const vp8 = ['-c:v', 'libvpx', '-b:v', '1M', '-deadline', 'realtime', '-g', '25'];
  const webPicture = makeCounted(join(lab.temp, 'picture.webm'), '25', FRAMES, vp8);
  const add = (name: string, seconds: number, ...args: string[]) => {
    const click = `aevalsrc='if(lt(mod(t,1),0.005),0.8*sin(2*PI*1000*t),0)':s=48000:d=${seconds}`;
    const read = ['-i', name.endsWith('webm') ? webPicture : picture, '-f', 'lavfi', '-i', click];
    paths.set(name, lab.made(name, ...read, '-map', '0:v', '-map', '1:a', '-c:v', 'copy', ...args));
  };
  add('plain.mp4', 2.023, '-c:a', 'aac');
  // Without an edit list, frame reordering delays the frames.
  add('delayed.mp4', 2.023, '-c:a', 'aac', '-use_editlist', '0');
  add('recorded.mkv', 2.023, '-c:a', 'aac');
  add('web.webm', 2.023, '-c:a', 'libopus');
  add('broadcast.ts', 2.023, '-c:a', 'aac');
  add('long.mp4', 2.5, '-c:a', 'aac');
});

const numbers = Array.from({ length: FRAMES }, (_, i) => i);

/** Renders a scene for each video layer. @returns the path. */
const render = (layers: readonly object[], more: object = {}): Promise<string> => {
  const scenes = layers.map((layer, i) => ({
    id: `s${i}`,
    layers: [{ id: `v${i}`, type: 'video', objectFit: 'fill', ...layer }],
  }));
  return lab.render({ ...counted, scenes, ...more });
};

/** Numbers of the frames of such a render. */
const shownIn = async (layers: readonly object[], more: object = {}) => countedIn(await render(layers, more));

describe('audio slightly longer or earlier than the frames', () => {
  it.each(names)('does not change the length and frames of %s', async (name) => {
    const { duration, soundDuration = 0, firstFrame } = await sharedProbe(path(name));
    expect(duration).toBeCloseTo(2, 3);
    expect(firstFrame).toBeCloseTo(0, 3);
    expect(soundDuration).toBeGreaterThan(2.02);
    expect(soundDuration).toBeLessThan(2.07);
  });

  it('shows every frame of each file once: reversed, looped and as a boomerang', async () => {
    const layers = names.flatMap((name) => {
      const url = path(name);
      return [
        { url, isReversed: true },
        { url, loopMode: 'duration', playLength: 4 },
        { url, isBoomeranged: true },
      ];
    });
    const frames = await shownIn(layers);
    const length = 5 * FRAMES;
    expect(frames).toHaveLength(length * names.length);
    for (const [i, name] of names.entries()) {
      const own = frames.slice(length * i, length * (i + 1));
      expect(own.slice(0, FRAMES), `${name} reversed`).toEqual(numbers.toReversed());
      expect(own.slice(FRAMES, 3 * FRAMES), `${name} looped`).toEqual([...numbers, ...numbers]);
      expect(own.slice(3 * FRAMES), `${name} as a boomerang`).toEqual([...numbers, ...numbers.toReversed()]);
    }
  });

  it('shows every frame of each file once in a GIF', async () => {
    const layers = names.map((name) => ({ url: path(name) }));
    expect(await shownIn(layers, { output: { type: 'gif', fps: 25 } })).toEqual(names.flatMap(() => numbers));
  });

  it('keeps video and audio of each file in sync', async () => {
    const trim = { isTrimmed: true, startTime: 0.48, endTime: 2 };
    const out = await render(
      names.map((name) => ({ url: path(name), ...trim })),
      { alwaysEncode: true },
    );
    const frames = countedIn(out);
    const samples = samplesOf(out);
    for (const [i, name] of names.entries()) {
      expect(frames[38 * i], name).toBe(12);
      const length = 1.52 * hertz;
      const [onset = 0] = onsetsOf(samples.subarray(Math.round(length * i), Math.round(length * (i + 1))));
      expect(Math.abs(onset - 0.52), name).toBeLessThan(0.01);
    }
  });

  it('does not prevent copying a recording whose video starts half a frame after its audio', async () => {
    const layer = { id: 'v', type: 'video', url: path('recorded.mkv'), isMuted: true };
    const body = { ...counted, scenes: [{ id: 's', layers: [layer] }] };
    const { plan } = await lab.plan(body);
    expect(plan.way?.kind).toBe('copy');
    expect(countedIn(await lab.render(body))).toEqual(numbers);
  });
});

it('holds the last frame when the audio of a file is clearly longer', async () => {
  const url = path('long.mp4');
  expect(await sharedProbe(url)).toMatchObject({ duration: expect.closeTo(2.5, 2) });
  expect(await shownIn([{ url }])).toEqual([...numbers, ...Array.from({ length: 13 }, () => FRAMES - 1)].slice(0, 63));
});
