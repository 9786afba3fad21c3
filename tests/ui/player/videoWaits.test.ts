import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openVideo } from '../../../engine/browser/media/videoMedia.ts';
import { eventually } from '../../support/eventually.ts';

it('does not wait for a paused video once its data has arrived, whatever the element reports', () => {
  const element = document.createElement('video');
  const create = vi.spyOn(document, 'createElement').mockReturnValue(element);
  const media = openVideo('/a.mp4', () => {});
  create.mockRestore();
  let end = 1.9;
  const says = (name: string, get: () => unknown) => Object.defineProperty(element, name, { configurable: true, get });
  says('duration', () => 10);
  says('currentTime', () => 1.875);
  says('readyState', () => 2);
  says('seeking', () => false);
  says('paused', () => true);
  says('buffered', () => ({ length: 1, start: () => 0, end: () => end }));
  expect('hasFutureData' in media && media.hasFutureData).toBe(false);
  end = 10;
  expect('hasFutureData' in media && media.hasFutureData).toBe(true);
  says('paused', () => false);
  expect('hasFutureData' in media && media.hasFutureData).toBe(false);
});

it('a video that loads in a hidden tab moves to its first frame once that is shown', async () => {
  vi.useFakeTimers();
  const callbacks: VideoFrameRequestCallback[] = [];
  const elements: HTMLVideoElement[] = [];
  const make = document.createElement.bind(document);
  const create = vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = make(name) as HTMLVideoElement;
    const fields = { duration: 4.08, videoWidth: 64, videoHeight: 48, readyState: 4, load: () => {}, currentTime: 0 };
    for (const [field, value] of Object.entries(fields))
      Object.defineProperty(element, field, { value, writable: true });
    element.requestVideoFrameCallback = (callback) => callbacks.push(callback);
    elements.push(element);
    return element;
  });
  const media = openVideo('/late-picture.webm', () => {});
  media.follow(1, 0, 0.005);
  elements[0]?.dispatchEvent(new Event('loadeddata'));
  vi.advanceTimersByTime(250);
  expect([media.state, media.duration, elements[0]?.currentTime]).toEqual(['ready', 4.08, 1.005]);
  elements[0]?.dispatchEvent(new Event('seeked'));
  // The tab is shown: the element that only looks for the first frame stands there.
  const frame = { mediaTime: 0.08, presentationTime: 0 } as VideoFrameCallbackMetadata;
  callbacks.at(-1)?.(0, frame);
  await vi.advanceTimersByTimeAsync(0);
  expect([media.duration, elements[0]?.currentTime]).toEqual([4, 1.085]);
  media.close();
  const again = openVideo('/late-picture.webm', () => {});
  elements.at(-1)?.dispatchEvent(new Event('loadeddata'));
  expect([elements.length, again.duration]).toEqual([3, 4]);
  again.close();
  create.mockRestore();
  vi.useRealTimers();
});

it.each([
  // Chromium reports the duration of an MP4 without its late start.
  ['WebM', 'late.webm', 1.8, ['-c:v', 'libvpx', '-deadline', 'realtime']],
  ['MP4', 'late.mp4', 1, ['-c:v', 'libx264', '-bf', '0']],
])(
  'a video of a %s that starts late as a whole counts from its first frame to its last',
  async (_, name, duration, coded) => {
    const folder = mkdtempSync(join(tmpdir(), 'cutroom-late-'));
    const file = join(folder, name);
    const source = ['-itsoffset', '0.8', '-f', 'lavfi', '-i', 'color=red:s=64x48:r=25:d=1', '-copyts'];
    execFileSync('ffmpeg', ['-v', 'error', ...source, ...coded, file]);
    vi.stubGlobal('fetch', async () => new Response(readFileSync(file)));
    const element = document.createElement('video');
    const fields = { duration, videoWidth: 64, videoHeight: 48, readyState: 4, load: () => {}, currentTime: 0 };
    for (const [field, value] of Object.entries(fields))
      Object.defineProperty(element, field, { value, writable: true });
    const callbacks: VideoFrameRequestCallback[] = [];
    element.requestVideoFrameCallback = (callback) => callbacks.push(callback);
    const create = vi.spyOn(document, 'createElement').mockReturnValue(element);
    const media = openVideo(`/${name}`, () => {});
    media.follow(0.2, 0, 0.005);
    callbacks.at(-1)?.(0, { mediaTime: 0.8, presentationTime: 0 } as VideoFrameCallbackMetadata);
    element.dispatchEvent(new Event('loadeddata'));
    element.dispatchEvent(new Event('seeked'));
    await eventually(() => expect(element.currentTime).toBeCloseTo(1.005, 2));
    expect(media.duration).toBeCloseTo(1, 2);
    element.dispatchEvent(new Event('seeked'));
    media.follow(0.9, 0, 0.005);
    expect(element.currentTime).toBeCloseTo(1.705, 2);
    media.close();
    create.mockRestore();
    vi.unstubAllGlobals();
    rmSync(folder, { recursive: true });
  },
);
