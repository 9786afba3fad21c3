import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';

/** Waiting times after importing a file into the Studio, in milliseconds, and memory in MB. */
export interface ImportedMedia {
  /** From choosing the file until the canvas shows it. */
  canvas: number;
  /** From choosing the file until the server has it. */
  upload: number;
  /** From the end of the upload until the filmstrip is drawn; 0: before. */
  strip: number;
  /** From the end of the upload until the waveform is drawn; 0: before. */
  peaks: number;
  /** From a seek until the canvas changes: the median and the slowest. */
  seek: number;
  slowestSeek: number;
  /** Proportional set size of the tab's process at the end. */
  memory: number;
}

/** Seek positions, as shares of the length. */
const places = [0.5, 0.9, 0.1, 0.73, 0.31, 0.62, 0.05, 0.97];

/** Imports a file into an empty Studio like a user. */
export async function importMedia(
  page: Page,
  origin: string,
  file: string,
): Promise<Omit<ImportedMedia, 'strip' | 'peaks'>> {
  await page.addInitScript(watch);
  await page.goto(`${origin}/studio/editor`);
  const input = page.getByLabel('Files of this device').first();
  await input.waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.mouse.move(9, 300);
  await page.waitForTimeout(1500);
  await input.setInputFiles(file);
  const canvas = await page.waitForFunction(() => window.watched.canvas, undefined, { timeout: 180_000 });
  await page.waitForFunction(() => window.watched.uploaded, undefined, { timeout: 180_000 });
  const { chosen, done } = await page.evaluate(() => ({
    chosen: window.watched.chosen,
    done: window.watched.uploaded,
  }));
  const seeks = await seeksOf(page);
  return {
    canvas: ((await canvas.jsonValue()) as number) - chosen,
    upload: (done as number) - chosen,
    seek: seeks.sort((a, b) => a - b)[Math.floor(seeks.length / 2)] as number,
    slowestSeek: Math.max(...seeks),
    memory: await memoryOf(page),
  };
}

/**
 * Opens a file on the page for trimming a video, which draws both filmstrip and waveform. Call before takeFile: the
 * server creates both only once per content.
 */
export async function drawStrips(
  page: Page,
  origin: string,
  file: string,
): Promise<Pick<ImportedMedia, 'strip' | 'peaks'>> {
  await page.addInitScript(watch);
  await page.goto(`${origin}/trim-video`);
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Files of this device').first().setInputFiles(file);
  // It is drawn only when visible.
  await page.getByTestId('filmstrip').first().scrollIntoViewIfNeeded();
  const drawn = async (name: string) => {
    await page.locator(`[data-testid=${name}][data-state=ready]`).first().waitFor({ timeout: 180_000 });
    return page.evaluate(() => performance.now());
  };
  const uploaded = page.waitForFunction(() => window.watched.uploaded, undefined, { timeout: 180_000 });
  const [strip, peaks, done] = await Promise.all([drawn('filmstrip'), drawn('waveform'), uploaded]);
  const end = (await done.jsonValue()) as number;
  return { strip: Math.max(0, strip - end), peaks: Math.max(0, peaks - end) };
}

async function seeksOf(page: Page): Promise<number[]> {
  const track = page.getByTestId('seeker-track');
  await track.waitFor();
  await page.waitForTimeout(1000);
  const box = await track.boundingBox();
  if (!box) throw new Error('There is no seeker.');
  const found: number[] = [];
  for (const place of places) {
    await page.evaluate(() => window.watched.awaitChange());
    await page.mouse.click(box.x + box.width * place, box.y + box.height / 2);
    const ms = await page.waitForFunction(() => window.watched.changed, undefined, { timeout: 30_000 });
    found.push((await ms.jsonValue()) as number);
    await page.waitForTimeout(400);
  }
  return found;
}

/** Memory of the largest renderer process, which is the tab, in MB. */
async function memoryOf(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  await session?.detach();
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => pssOf(id));
  return Math.max(0, ...sizes) / 1e6;
}

function pssOf(id: number): number {
  try {
    return 1024 * Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

declare global {
  interface Window {
    watched: {
      chosen: number;
      canvas: number | undefined;
      uploaded: number | undefined;
      changed: number | undefined;
      awaitChange(): void;
    };
  }
}

/** Runs in the page: records when a file is chosen, visible and uploaded, and when the canvas changes after a press. */
function watch(): void {
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [24, 24];
  const ctx = copy.getContext('2d', { willReadFrequently: true });
  const pixels = () => {
    const canvas = document.querySelector<HTMLCanvasElement>('[aria-label=Canvas] canvas');
    if (!canvas || canvas.width === 0 || !ctx) return [];
    ctx.drawImage(canvas, 0, 0, 24, 24);
    return [...ctx.getImageData(0, 0, 24, 24).data];
  };
  let before: string | undefined;
  let pressed = 0;
  const watched: Window['watched'] = {
    ...{ chosen: 0, canvas: undefined, uploaded: undefined, changed: undefined },
    awaitChange() {
      before = pixels().join();
      watched.changed = undefined;
      pressed = 0;
    },
  };
  window.watched = watched;
  addEventListener('change', () => (watched.chosen ||= performance.now()), true);
  addEventListener('pointerdown', () => (pressed = performance.now()), true);
  const open = XMLHttpRequest.prototype.open;
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: unknown[]) {
    this.addEventListener('load', () => {
      if (this.status === 200) watched.uploaded ??= performance.now();
    });
    return (open as (...all: unknown[]) => void).apply(this, args);
  } as typeof open;
  const look = () => {
    if (watched.canvas === undefined && watched.chosen > 0) {
      const found = pixels();
      if (new Set(found).size > 12) watched.canvas = performance.now();
    }
    if (pressed > 0 && watched.changed === undefined && pixels().join() !== before)
      watched.changed = performance.now() - pressed;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
