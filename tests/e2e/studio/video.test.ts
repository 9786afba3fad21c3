import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../api/support/files.ts';
import { type ServerProcess, spawnServer } from '../../api/support/process.ts';
import { sharedChromium } from '../../support/chromium.ts';
import { press } from '../support/footer.ts';
import { buildWeb, dropFiles, mediaFile, openPage, samplesDir } from '../support/page.ts';
import { renderWords, resultVideo, videoPage } from '../support/parts.ts';
import { smallVideoFile } from '../support/smallVideo.ts';
import { routeIs } from '../support/stage.ts';
import { storedUntil } from '../support/studio.ts';

/** Side of the square video, pixels. */
const SIDE = 120;

let page: Page;
let complaints: string[];
let server: ServerProcess;
let origin: string;

const start = async (port = 0) => {
  server = await spawnServer(dataDir, { port, ...served });
  origin = await server.ready;
};
let dataDir: string;
let served: { webDir: string; samplesDir: string };

beforeAll(async () => {
  served = { webDir: await buildWeb(), samplesDir };
  dataDir = join(await temporaryFolder(), 'data');
  await start();
  ({ page, complaints } = await openPage(await sharedChromium(), origin, { reducedMotion: 'reduce' }));
});
afterAll(async () => {
  await page.context().close();
  server.child.kill('SIGTERM');
  await server.ended;
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const result = () => resultVideo(page).waitFor();

/** Drops a file on the editor, which opens its layer. Videos are trimmed to two seconds. */
async function add(name: string, mime: string): Promise<void> {
  await dropFiles(page, [mime.startsWith('video/') ? await smallVideoFile(name) : await mediaFile(name, mime)]);
  await page.waitForURL(/\/layer\//);
  if (!mime.startsWith('video/')) return;
  await press(page, 'Trim');
  const end = page.getByRole('textbox', { name: 'End', exact: true });
  await end.fill('2');
  await end.press('Enter');
  await button('Trim').click();
  await page.waitForURL(/\/layer\//);
}

/** Maximum color saturation of the image on the progress page: the videos must be visible in it. */
function mostColor(): Promise<number> {
  return videoPage(page)
    .locator('canvas')
    .evaluate((element) => {
      const { width, height } = element as HTMLCanvasElement;
      const copy = Object.assign(document.createElement('canvas'), { width, height });
      const ctx = copy.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
      ctx.drawImage(element as HTMLCanvasElement, 0, 0);
      const { data } = ctx.getImageData(0, 0, width, height);
      let most = 0;
      for (let at = 0; at < data.length; at += 4 * 97) {
        const parts = [...data.subarray(at, at + 3)];
        most = Math.max(most, Math.max(...parts) - Math.min(...parts));
      }
      return most;
    });
}

/** Sets a custom canvas size. */
async function resize(side: number): Promise<void> {
  await press(page, 'Resize');
  await press(page, 'Custom');
  for (const name of ['Width in pixels', 'Height in pixels'])
    await page.getByRole('textbox', { name }).fill(String(side));
  await button('Apply').click();
  await press(page, 'Back');
}

/** Facts from ffprobe about the downloaded file. */
async function downloaded(): Promise<{ duration: number; video: object; sound: number }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Download').click()]);
  const args = ['-v', 'error', '-show_entries', 'format=duration:stream=codec_type,codec_name,width,height,duration'];
  const told = JSON.parse(
    execFileSync('ffprobe', [...args, '-of', 'json', await download.path()], { encoding: 'utf8' }),
  );
  const streamOf = (type: string) => told.streams.find((one: { codec_type: string }) => one.codec_type === type);
  const { codec_name: codec, width, height } = streamOf('video');
  const sound = Number(streamOf('audio')?.duration ?? 0);
  return { duration: Number(told.format.duration), video: { codec, width, height }, sound };
}

it('an empty Studio becomes a video of three scenes, even if the server is killed during the render and restarted', async () => {
  await page.goto('/studio/editor');
  await page.getByRole('button', { name: 'Start with a blank canvas' }).click();
  await resize(SIDE);
  await add('mountains.mp4', 'video/mp4');
  await button('Add Scene').click();
  await add('numbers.mp4', 'video/mp4');
  await button('Add Scene').click();
  await add('lake.jpg', 'image/jpeg');
  await press(page, 'Back');
  await press(page, 'Text');
  await press(page, 'Animate');
  await page.getByRole('radio', { name: /^Fade/ }).check();
  await press(page, 'Done');
  await press(page, 'Back');
  await press(page, 'Settings');
  await page.getByRole('button', { name: /^Output MP4/ }).click();
  await page.getByRole('radio', { name: '1 s' }).check();
  for (const title of ['Output', 'Settings'])
    await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Close' }).click();
  await press(page, 'Audio');
  await button('or try a sample!').click();
  await page.getByRole('heading', { name: 'music.mp3' }).waitFor();
  await button('DONE').click();
  await routeIs(page, '');

  await storedUntil(page, (state) => {
    expect(state).toMatchObject({ width: SIDE, height: SIDE, audio: { startTime: 0 } });
    expect(state.scenes).toMatchObject([
      { layers: [{ type: 'video', isTrimmed: true, endTime: 2 }] },
      { layers: [{ type: 'video', isTrimmed: true, endTime: 2 }] },
      { duration: 1, layers: [{ type: 'text', animation: { id: 'text-focus-in' } }, { type: 'image' }] },
    ]);
  });
  await button('DONE').click();
  await page.waitForURL(/\/videos\/[\w-]+$/);
  await page.waitForFunction(
    () => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow') ?? 0) > 0,
  );
  expect(complaints).toEqual([]);
  server.child.kill('SIGKILL');
  await server.ended;
  await renderWords(page).getByText('Waiting for the server').waitFor();
  await expect.poll(mostColor, { interval: 250 }).toBeGreaterThan(40);
  await start(Number(new URL(origin).port));
  await result();
  const { duration, video, sound } = await downloaded();
  expect(video).toEqual({ codec: 'h264', width: SIDE, height: SIDE });
  expect(duration).toBeCloseTo(5, 1);
  expect(sound).toBeCloseTo(5, 1);
});
