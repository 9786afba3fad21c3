import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GIFEncoder } from 'gifenc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameNumberOf } from '../../../fixtures/makers/numbers.ts';
import { type CompositorLab, openLab } from '../../support/compositorLab.ts';
import { exifJpeg } from '../../support/exifJpeg.ts';

const made = mkdtempSync(join(tmpdir(), 'cutroom-media-'));
const modes = ['canvas2d', 'webgl'] as const;
let lab: CompositorLab;
let page: CompositorLab['page'];

beforeAll(async () => {
  for (const orientation of [1, 3, 6, 8]) writeFileSync(join(made, `turned-${orientation}.jpg`), exifJpeg(orientation));
  writeFileSync(join(made, 'hasty.gif'), hastyGif());
  lab = await openLab({ made, args: ['--autoplay-policy=no-user-gesture-required'] });
  page = lab.page;
});

afterAll(async () => {
  await lab?.close();
  rmSync(made, { recursive: true, force: true });
});

/** Two frames, red and blue, without a delay. */
function hastyGif(): Uint8Array {
  const gif = GIFEncoder();
  for (const color of [
    [255, 0, 0],
    [0, 0, 255],
  ] as [number, number, number][])
    gif.writeFrame(new Uint8Array(16), 4, 4, { palette: [color], delay: 0 });
  gif.finish();
  return gif.bytes();
}

describe.each(modes)('media in a preview with %s', (mode) => {
  it('rotates images by their EXIF orientation', async () => {
    const corners = await page.evaluate(async (way) => {
      const found: string[] = [];
      for (const orientation of [1, 3, 6, 8]) {
        const stand = globalThis.lab.open({ mode: way, width: 80, height: 80 });
        const layer = { id: 'i', type: 'image', url: `/made/turned-${orientation}.jpg`, objectFit: 'contain' };
        const project = globalThis.lab.made({ width: 80, height: 80, scenes: [{ id: 's', layers: [layer] }] });
        stand.preview.show({ project, sceneIndex: 0, time: 0 });
        await stand.preview.painted();
        const pixels = globalThis.lab.pixelsOf(stand.canvas);
        const nameAt = (x: number, y: number) => {
          const [r, g, b] = pixels.subarray((y * 80 + x) * 4);
          return (g as number) > 128 ? '-' : (r as number) > (b as number) ? 'r' : 'b';
        };
        found.push([nameAt(40, 10), nameAt(70, 40), nameAt(40, 70), nameAt(10, 40)].join(''));
        stand.close();
      }
      return found;
    }, mode);
    // Top, right, bottom, left: a landscape image leaves top and bottom empty, a portrait image the sides.
    expect(corners).toEqual(['-b-r', '-r-b', 'r-b-', 'b-r-']);
  });

  it('shows a placeholder for a missing file, reports it once, and shows the file when it arrives', async () => {
    const found = await page.evaluate(async (way) => {
      const problems: string[] = [];
      let address: string | undefined;
      const stand = globalThis.lab.open({
        mode: way,
        width: 100,
        height: 100,
        urlOf: () => address,
        onProblem: ({ layerId, url }) => problems.push(`${layerId} ${url}`),
      });
      const position = { x: '10%', y: '10%', width: '80%', height: '80%' };
      const layer = { id: 'i', type: 'image', url: 'gone.jpg', position, objectFit: 'fill' };
      const project = globalThis.lab.made({ width: 100, height: 100, scenes: [{ id: 's', layers: [layer] }] });
      const pixel = (x: number, y: number) => [
        ...globalThis.lab
          .pixelsOf(stand.canvas)
          .subarray((y * 100 + x) * 4)
          .slice(0, 3),
      ];
      stand.preview.show({ project, sceneIndex: 0, time: 0 });
      await stand.preview.painted();
      const missing = [pixel(15, 15), pixel(50, 50), pixel(5, 5)];
      address = '/made/turned-1.jpg';
      stand.media.refresh('gone.jpg');
      await stand.preview.painted();
      const there = pixel(15, 15);
      stand.close();
      return { problems, missing, there };
    }, mode);
    expect(found.problems).toEqual(['i gone.jpg']);
    const [box, sign, outside] = found.missing as [number[], number[], number[]];
    expect(outside).toEqual([255, 255, 255]);
    expect(box.every((value) => value > 200 && value < 245)).toBe(true);
    expect(sign.every((value) => value < 180)).toBe(true);
    expect(found.there[0]).toBeGreaterThan(200);
    expect(found.there[2]).toBeLessThan(60);
  });

  it('shows the right frame of a video after any seek', async () => {
    const times = [0, 2.5, 0.4, 4.96, 1];
    const shown = await page.evaluate(
      async ([way, wanted]) => {
        const stand = globalThis.lab.open({ mode: way, width: 640, height: 360 });
        const layer = { id: 'v', type: 'video', url: '/media/numbers.mp4', objectFit: 'fill' };
        const project = globalThis.lab.made({ width: 640, height: 360, scenes: [{ id: 's', layers: [layer] }] });
        const found: string[] = [];
        for (const time of wanted) {
          stand.preview.show({ project, sceneIndex: 0, time });
          await stand.preview.painted();
          found.push(globalThis.lab.bytesOf(stand.canvas));
        }
        stand.close();
        return found;
      },
      [mode, times] as const,
    );
    const numbers = shown.map((bytes) => frameNumberOf(new Uint8ClampedArray(Buffer.from(bytes, 'base64')), 640));
    expect(numbers).toEqual(times.map((time) => Math.floor((time + 0.005) * 30)));
  });

  it('shows a layer only within its time, and plays a video from its start', async () => {
    const shots = await page.evaluate(async (way) => {
      const stand = globalThis.lab.open({ mode: way, width: 640, height: 360 });
      const video = {
        id: 'v',
        type: 'video',
        url: '/media/numbers.mp4',
        objectFit: 'fill',
        duration: 2,
        from: 1,
        to: 3,
      };
      const cover = { id: 'r', type: 'shape', shapeType: 'rectangle', background: '#00ff00', from: 2, to: 2.5 };
      const scene = { id: 's', duration: 4, background: '#0000ff', layers: [cover, video] };
      const last = { id: 'u', type: 'video', url: '/media/numbers.mp4', duration: 0.5, from: 3.5 };
      const project = globalThis.lab.made({
        width: 640,
        height: 360,
        scenes: [{ ...scene, layers: [...scene.layers, last] }],
      });
      const found: [string, number][] = [];
      for (const time of [0.99, 1, 1.5, 2.2, 2.5, 3, 3.7]) {
        stand.preview.show({ project, sceneIndex: 0, time });
        await stand.preview.painted();
        found.push([globalThis.lab.bytesOf(stand.canvas), stand.media.size]);
      }
      stand.close();
      return found;
    }, mode);
    const seen = shots.map(([bytes, files]) => {
      const pixels = new Uint8ClampedArray(Buffer.from(bytes, 'base64'));
      const color = [...pixels.subarray(0, 3)].join(' ');
      const isPlain = color === '0 0 255' || color === '0 255 0';
      return [isPlain ? color : frameNumberOf(pixels, 640), files];
    });
    expect(seen).toEqual([
      ['0 0 255', 0],
      [0, 1],
      [15, 1],
      ['0 255 0', 1],
      [45, 1],
      ['0 0 255', 0],
      [6, 1],
    ]);
  });

  it('keeps a playing video in sync, and pauses it', async () => {
    const found = await page.evaluate(async (way) => {
      const { lab: given } = globalThis;
      const layer = { id: 'v', type: 'video', url: '/media/numbers.mp4', isMuted: true, duration: 10 };
      const project = given.made({ width: 640, height: 360, scenes: [{ id: 's', layers: [layer] }] });
      const canvas = document.createElement('canvas');
      const media = given.createMediaPool({ urlOf: (url) => url });
      const frames = new given.FrameCanvas({ canvas, mode: way });
      frames.resize(64, 36, 1);
      const player = given.createPlayer();
      player.setProject(project);
      player.showOn(media, frames);
      player.seek(1);
      const probe = media.acquire('/media/numbers.mp4', 'video', () => {}, 'v');
      while (!frames.isSettled) await given.frames(1);
      const video = probe.source as HTMLVideoElement;
      const before = frames.counts.drawings;
      player.play();
      const isNear = () => Math.abs(video.currentTime - player.time) <= 0.2;
      // Waits until it has caught up with the clock, even on a slow machine.
      while (player.time < 1.5 || (!isNear() && player.time < 8)) await given.frames(1);
      const playing = { paused: video.paused, muted: video.muted, near: isNear() };
      const drawings = frames.counts.drawings - before;
      player.pause();
      player.seek(3);
      while (!frames.isSettled) await given.frames(1);
      const rest = { paused: video.paused, at: video.currentTime };
      probe.release();
      player.dispose();
      const left = media.size;
      frames.dispose();
      media.dispose();
      return { playing, drawings, rest, left };
    }, mode);
    expect(found.playing).toEqual({ paused: false, muted: true, near: true });
    expect(found.drawings).toBeGreaterThan(2);
    expect(found.rest.paused).toBe(true);
    expect(found.rest.at).toBeCloseTo(3.005, 3);
    expect(found.left).toBe(0);
  });

  it('plays a converted GIF frame by frame', async () => {
    const found = await page.evaluate(async (way) => {
      const stand = globalThis.lab.open({ mode: way, width: 100, height: 100 });
      const layer = { id: 'g', type: 'video', url: '/media/dance.gif', converted_gif: true };
      const project = globalThis.lab.made({ scenes: [{ id: 's', duration: 3, layers: [layer] }] });
      const shots: string[] = [];
      for (const time of [0, 0.3, 0]) {
        stand.preview.show({ project, sceneIndex: 0, time });
        await stand.preview.painted();
        shots.push(globalThis.lab.bytesOf(stand.canvas));
      }
      stand.close();
      return [shots[0] === shots[1], shots[0] === shots[2]];
    }, mode);
    expect(found).toEqual([false, true]);
  });

  it('shows a GIF frame without a delay for a tenth of a second, like browsers', async () => {
    const found = await page.evaluate(async (way) => {
      const stand = globalThis.lab.open({ mode: way, width: 20, height: 20 });
      const layer = { id: 'g', type: 'video', url: '/made/hasty.gif', converted_gif: true };
      const project = globalThis.lab.made({
        width: 20,
        height: 20,
        scenes: [{ id: 's', duration: 3, layers: [layer] }],
      });
      const shots: number[] = [];
      for (const time of [0.05, 0.15]) {
        stand.preview.show({ project, sceneIndex: 0, time });
        await stand.preview.painted();
        shots.push(globalThis.lab.pixelsOf(stand.canvas)[4 * 210] as number);
      }
      stand.close();
      return shots;
    }, mode);
    expect(found).toEqual([255, 0]);
  });
});
