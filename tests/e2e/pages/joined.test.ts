import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderProject } from '../../../api/renderer/job/render.ts';
import { frameNumberOf } from '../../../fixtures/makers/numbers.ts';
import { sharedChromium } from '../../support/chromium.ts';
import { type MediaServer, serveMedia } from '../../support/mediaServer.ts';
import { openRenderLab, projectOf } from '../../support/renderLab.ts';

const lab = openRenderLab('joined');
let server: MediaServer;
let page: Page;

beforeAll(async () => {
  server = await serveMedia((path) =>
    path === '/' ? { html: '<!doctype html><link rel="icon" href="data:,">' } : { file: join(lab.temp, path) },
  );
  page = await (await sharedChromium()).newPage();
  await page.goto(server.origin);
});

afterAll(async () => {
  await page?.close();
  await server?.close();
  lab.close();
});

const size = { width: 640, height: 360 };
const film = { id: 'v', type: 'video', url: resolve('fixtures/media/numbers.mp4'), isTrimmed: true };
const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
const cut = { ...size, scenes: [{ id: 's', layers: [{ ...film, position, startTime: 1.2, endTime: 6.7 }] }] };

describe('joined video in a browser', () => {
  it.each([
    ['segments that were encoded', { ...cut, alwaysEncode: true }, 'encode'],
    ['copied groups of pictures between encoded ends', cut, 'trim'],
  ])('shows each frame at its time: %s', async (_, body, way) => {
    const out = join(lab.temp, `${way}.mp4`);
    const made = await renderProject(projectOf(body), { out, locate: async (url) => url, segmentLength: 1 });
    expect(made.way).toBe(way);
    // Segments end at full seconds; the source's groups of pictures end 0.8 s later.
    const seams = [1, 3, 5].flatMap((second) => [30 * second - 6, 30 * second]);
    const wanted = [0, ...seams.flatMap((frame) => [frame - 1, frame, frame + 1]), 164];
    await page.evaluate(loadVideo, `/${way}.mp4`);
    for (const frame of wanted) {
      await page.evaluate(seek, (frame + 0.5) / 30);
      // A busy browser fires `seeked` before it shows the frame.
      await expect.poll(async () => frameNumberOf(await page.evaluate(upperRows), 160)).toBe(36 + frame);
    }
    await page.evaluate(seek, 0);
    expect(await page.evaluate(playThrough)).toBeCloseTo(5.5, 1);
  });
});

/** Adds a video to the page. */
async function loadVideo(address: string): Promise<void> {
  const video = Object.assign(document.createElement('video'), { src: address, muted: true });
  document.body.replaceChildren(video);
  await new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', resolve);
    video.addEventListener('error', () => reject(new Error(video.error?.message)));
  });
}

/** Seeks the video to a time in seconds. */
async function seek(time: number): Promise<void> {
  const video = document.querySelector('video') as HTMLVideoElement;
  const sought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
  video.currentTime = time;
  await sought;
}

/** The upper rows of the video at a quarter of the size, as RGBA. */
function upperRows(): number[] {
  const ctx = new OffscreenCanvas(160, 6).getContext('2d') as OffscreenCanvasRenderingContext2D;
  ctx.drawImage(document.querySelector('video') as HTMLVideoElement, 0, 0, 160, 90);
  return [...ctx.getImageData(0, 0, 160, 6).data];
}

/** Plays the video to its end. @returns the end time in seconds. */
async function playThrough(): Promise<number> {
  const video = document.querySelector('video') as HTMLVideoElement;
  const ended = new Promise((resolve, reject) => {
    video.addEventListener('ended', resolve);
    video.addEventListener('error', () => reject(new Error(video.error?.message)));
  });
  video.playbackRate = 4;
  await video.play();
  await ended;
  return video.currentTime;
}
