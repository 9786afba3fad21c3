import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedChromium } from '../../support/chromium.ts';
import { openExportPage, serveExports } from '../../support/exportLab.ts';
import type { WavePair } from '../../support/exportPage.ts';
import type { MediaServer } from '../../support/mediaServer.ts';

let server: MediaServer;
let page: Page;

beforeAll(async () => {
  server = await serveExports('');
  page = await openExportPage(await sharedChromium(), server.origin);
});

afterAll(async () => {
  await page?.close();
  await server?.close();
});

const files: [name: string, seconds: number][] = [
  ['music.mp3', 20],
  ['long.mp4', 10],
  ['music.wav', 4],
  ['ribbons.webm', 5],
];

it('a file has the same waveform read in pieces as decoded at once', async () => {
  for (const [name, seconds] of files) {
    const { duration, byPieces, atOnce } = await page.evaluate(
      (url) => (globalThis as unknown as { wavesOf(url: string): Promise<WavePair> }).wavesOf(url),
      `/media/${name}`,
    );
    expect(Math.abs(duration - seconds), name).toBeLessThan(0.05);
    expect(byPieces.length / (seconds * 100), name).toBeGreaterThan(0.99);
    const off = byPieces.map((peak, at) => Math.abs(peak - (atOnce[at] as number)));
    expect(off.reduce((sum, one) => sum + one, 0) / off.length, name).toBeLessThan(0.5);
  }
});
