import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import fc from 'fast-check';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import type { Layer, VideoLayer } from '../../../engine/project/layers.ts';
import { messages } from '../../../engine/project/messages.ts';
import { decodeFrame } from '../../support/decode.ts';
import { root } from '../../support/sources.ts';
import { ssim } from '../../support/ssim.ts';
import { canvasOf, clock, fileInput, footer, layerButton, notices } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { layersOf, openStudio, type StoredState, storedState, storedUntil } from '../support/studio.ts';

const corpus = resolve(root, process.env.CUTROOM_CORPUS ?? '../shared/corpus');
/** Side of the square in which images are compared, pixels. */
const side = 48;
/** Minimum structural similarity between the page's canvas and the frame decoded by ffmpeg. */
const leastAlike = 0.84;
/** Number of tested files; CUTROOM_LONG=1 tests all. */
const few = 5;

const empty = { scenes: [] } as unknown as StoredState;

const site = openSite();

/** The outcome of a file in the page. */
interface Outcome {
  file: string;
  /** The message of a rejection, or '' for an accepted file. */
  refused: string;
  layer?: Layer;
  /** Similarity of the canvas to the file, 0 to 1: paused, and after playback. */
  alike: number[];
}

if (!existsSync(corpus)) {
  it.skip(`needs a corpus of real odd media: there is no ${corpus} (CUTROOM_CORPUS names another folder)`);
} else {
  it('real odd media are shown upright and play, or are rejected with a clear message', {
    timeout: 3_600_000,
  }, async () => {
    const { page } = await site.open();
    await openStudio(page);
    const outcomes: Outcome[] = [];
    for (const file of process.env.CUTROOM_LONG ? filesOf() : someOf(filesOf())) outcomes.push(await tryIn(page, file));
    const faults = outcomes.flatMap((one) => faultsOf(one).map((fault) => `${one.file}: ${fault}`));
    if (process.env.CUTROOM_LONG) console.log(printOutcomes(outcomes));
    expect(faults).toEqual([]);
  });
}

function filesOf(): string[] {
  const folders = readdirSync(corpus).filter((name) => statSync(join(corpus, name)).isDirectory());
  const names = folders.flatMap((folder) => readdirSync(join(corpus, folder)).map((name) => join(folder, name)));
  return names.filter((name) => !/^(LICENSE|README)/.test(basename(name)));
}

/** A random sample of files, depending on the seed. */
function someOf(files: readonly string[]): string[] {
  const seed = Number(process.env.CUTROOM_SEED ?? 12);
  return fc.sample(fc.shuffledSubarray([...files], { minLength: few, maxLength: few }), { seed, numRuns: 1 })[0] ?? [];
}

/** Adds a file like a user, checks what the page shows, and removes the layer. */
async function tryIn(page: Page, file: string): Promise<Outcome> {
  const path = join(corpus, file);
  const input = fileInput(page).first();
  if ((await input.count()) === 0) await footer(page).getByRole('button', { name: 'Upload', exact: true }).click();
  await input.setInputFiles(path);
  const refused = await untilKnown(page);
  const [layer] = refused === '' ? layersOf((await storedState(page)) ?? empty) : [];
  const outcome: Outcome = { file, refused, ...(layer ? { layer } : {}), alike: [] };
  if (layer && layer.type !== 'audio') outcome.alike = await looksOf(page, path, layer);
  // A file that the server cannot decode is reported on the canvas.
  const late = page.getByRole('group', { name: 'Canvas' }).getByText(messages.uploadUnreadable);
  if (outcome.alike.includes(0) && (await late.count()) > 0) outcome.refused = messages.uploadUnreadable;
  await closeNotices(page);
  // A file that the server rejects later is already on the canvas.
  if (layersOf((await storedState(page)) ?? empty).length > 0) {
    await page.keyboard.press('Delete');
    await storedUntil(page, (state) => expect(layersOf(state)).toEqual([]));
  }
  return outcome;
}

/** A notice may also disappear by itself. */
async function closeNotices(page: Page): Promise<void> {
  const closing = notices(page).getByRole('button', { name: 'Close' }).first();
  while ((await closing.count()) > 0) await closing.click({ timeout: 1000 }).catch(() => undefined);
}

/** Waits until a file is in the project or rejected. @returns the rejection, or ''. */
async function untilKnown(page: Page): Promise<string> {
  let refused = '';
  const known = async () => {
    refused = (await notices(page).getByRole('alert').locator('p').allTextContents()).join(' ');
    return refused !== '' || layersOf((await storedState(page)) ?? empty).length > 0;
  };
  await expect.poll(known, { interval: 30 }).toBe(true);
  return refused;
}

async function looksOf(page: Page, path: string, layer: Layer): Promise<number[]> {
  if (layer.type !== 'video') return [await bestOf(page, path, layer, 0)];
  await clock(page).waitFor();
  const atRest = await bestOf(page, path, layer, await timeOf(page));
  await page.keyboard.press('Space');
  await page.waitForTimeout(600);
  await page.keyboard.press('Space');
  return [atRest, await bestOf(page, path, layer, await timeOf(page))];
}

/** Waits until the canvas shows the expected frame of a file. @returns the best similarity. */
async function bestOf(page: Page, path: string, layer: Layer, time: number): Promise<number> {
  const wanted = await wantedAt(path, layer, time);
  let best = 0;
  const look = async () => {
    const shown = await shownOn(page, layer.id);
    const scores = wanted.map((pixels) => ssim(pixels, shown, side, side));
    best = Math.max(best, ...(scores.length > 0 ? scores : [new Set(shown).size > 8 ? 1 : 0]));
    return best;
  };
  await expect
    .poll(look, { interval: 100 })
    .toBeGreaterThan(leastAlike)
    .catch(() => undefined);
  return best;
}

/**
 * Expected frames at a time and shortly before and after, to tolerate clock differences; empty if ffmpeg cannot decode
 * them.
 */
async function wantedAt(path: string, layer: Layer, time: number): Promise<Uint8ClampedArray[]> {
  // The camera images differ only in how they are stored.
  if (layer.type === 'image') return [await pictureOf(path.replace(/_\d\.jpg$/, '_1.jpg'))];
  // ffmpeg's native decoder drops the transparency of WebM.
  if (hasAlpha(path)) return [];
  const { duration = 0, converted_gif: isGif } = layer as VideoLayer;
  const place = isGif && duration > 0 ? time % duration : time;
  return [place, ...[0.05, 0.1].flatMap((off) => [Math.max(0, place - off), place + off])].flatMap((at) => {
    try {
      return [decodeFrame(path, at, side, side)];
    } catch {
      return [];
    }
  });
}

function hasAlpha(path: string): boolean {
  const tag = ['-v', 'quiet', '-select_streams', 'v', '-show_entries', 'stream_tags=alpha_mode', '-of', 'csv=p=0'];
  // ffprobe fails on a truncated file, but still prints what it could read.
  const { stdout } = spawnSync('ffprobe', [...tag, path], { encoding: 'utf8' });
  return stdout.trim() === '1';
}

async function pictureOf(path: string): Promise<Uint8ClampedArray> {
  const image = await loadImage(path);
  const ctx = createCanvas(side, side).getContext('2d');
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(image, 0, 0, side, side);
  return ctx.getImageData(0, 0, side, side).data;
}

/** Pixels of the canvas at a layer's position. */
async function shownOn(page: Page, id: string): Promise<Uint8ClampedArray> {
  const [sheet, box] = await Promise.all([canvasOf(page).boundingBox(), layerButton(page, id).boundingBox()]);
  if (!sheet || !box) return new Uint8ClampedArray(4 * side * side);
  const part = [
    (box.x - sheet.x) / sheet.width,
    (box.y - sheet.y) / sheet.height,
    box.width / sheet.width,
    box.height / sheet.height,
  ];
  const pixels = await canvasOf(page).evaluate(
    (canvas: HTMLCanvasElement, [size, left, top, wide, high]) => {
      const copy = document.createElement('canvas');
      [copy.width, copy.height] = [size, size];
      const ctx = copy.getContext('2d');
      if (!ctx) return [];
      ctx.imageSmoothingQuality = 'high';
      const of = [left * canvas.width, top * canvas.height, wide * canvas.width, high * canvas.height] as const;
      ctx.drawImage(canvas, ...of, 0, 0, size, size);
      return [...ctx.getImageData(0, 0, size, size).data];
    },
    [side, ...part] as [number, number, number, number, number],
  );
  return new Uint8ClampedArray(pixels);
}

/** The time shown on the page, seconds. */
async function timeOf(page: Page): Promise<number> {
  const [, minutes = 0, seconds = 0] = /^(\d+):([\d.]+)/.exec((await clock(page).textContent()) ?? '') ?? [];
  return 60 * Number(minutes) + Number(seconds);
}

const sentences = new Set<string>(Object.values(messages));

function faultsOf({ file, refused, layer, alike }: Outcome): string[] {
  if (refused !== '') return sentences.has(refused) ? [] : [`is refused with "${refused}"`];
  if (!layer) return ['nothing became of it'];
  // Its first frame is fully transparent.
  if (/transparency-faulty/.test(file)) return alike.at(-1) === 1 ? [] : ['shows nothing'];
  return alike.filter((one) => !(one > leastAlike)).map((one) => `looks ${one.toFixed(2)} like itself: ${alike}`);
}

function printOutcomes(outcomes: readonly Outcome[]): string {
  return outcomes
    .map(({ file, refused, layer, alike }) =>
      [basename(file), layer?.type ?? 'refused', refused || alike.map((one) => one.toFixed(2)).join(' ')].join('\t'),
    )
    .join('\n');
}
