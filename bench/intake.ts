import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright';
import { serve } from '../api/server.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { drawStrips, type ImportedMedia, importMedia } from './support/importMedia.ts';
import { measure } from './support/measure.ts';
import { printTable } from './support/table.ts';

/** Lengths of the files, in seconds: the reference, and the maximum length of a file, 290 MB at the bit rate below. */
const LENGTHS = { short: 10, long: 1799 };
/** One minute with a clock is encoded and repeated. */
const MINUTE =
  '-f lavfi -i testsrc2=s=1920x1080:r=25 -f lavfi -i sine=f=330 -t 60 -c:v libx264 -preset ultrafast -pix_fmt yuv420p ' +
  '-b:v 1180k -maxrate 1200k -bufsize 2400k -g 250 -c:a aac -b:a 96k';

/**
 * Imports a 1080p file of half an hour, 290 MB, and one of 10 s of the same kind into the Studio, and measures the time
 * until each of its parts is visible.
 */
export async function run(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-bench-'));
  const server = await serve({
    ...{ port: 0, host: '127.0.0.1', dataDir: join(folder, 'data'), webDir: resolve('dist/web'), workers: 1 },
  });
  const browser = await launchChromium();
  try {
    const files = await makeFiles(folder);
    const short = await taken(browser, server.url, files.short);
    const long = await taken(browser, server.url, files.long);
    return printTable([['', '10 s', '30 min', 'ratio', 'wanted'], ...rowsOf(short, long)]);
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeFiles(folder: string): Promise<Record<keyof typeof LENGTHS, string>> {
  const at = (name: string) => join(folder, `${name}.mp4`);
  const ffmpeg = (...args: string[]) => measure('ffmpeg', ['-v', 'error', '-y', ...args]);
  await ffmpeg(...MINUTE.split(' '), at('minute'));
  const copy = (name: keyof typeof LENGTHS) =>
    ffmpeg(
      ...['-stream_loop', '29', '-i', at('minute'), '-t', String(LENGTHS[name])],
      ...['-c', 'copy', '-movflags', '+faststart', at(name)],
    );
  await copy('short');
  await copy('long');
  return { short: at('short'), long: at('long') };
}

async function taken(browser: Browser, origin: string, file: string): Promise<ImportedMedia> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const strips = await drawStrips(await context.newPage(), origin, file);
    return { ...(await importMedia(await context.newPage(), origin, file)), ...strips };
  } finally {
    await context.close();
  }
}

/** Measurements: key, name with unit, and target maximum. */
const rows: [key: keyof ImportedMedia, words: string, most: string][] = [
  ['canvas', 'canvas, ms', '1000'],
  ['upload', 'upload, ms', '–'],
  ['strip', 'filmstrip after the upload, ms', '10000'],
  ['peaks', 'waveform after the upload, ms', '10000'],
  ['seek', 'a seek, median, ms', '200'],
  ['slowestSeek', 'a seek, slowest, ms', '200'],
  ['memory', 'memory of the tab, MB', '600'],
];

function rowsOf(short: ImportedMedia, long: ImportedMedia): string[][] {
  return rows.map(([key, words, most]) => {
    const [one, other] = [short[key], long[key]];
    return [words, one.toFixed(0), other.toFixed(0), one > 0 ? (other / one).toFixed(2) : '–', most];
  });
}
