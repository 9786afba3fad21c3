import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright';
import { serve } from '../api/server.ts';
import { tools } from '../engine/tools/index.ts';
import type { Tool } from '../engine/tools/tool.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { type Answer, changeEach, watchDrawing } from './support/controlFrames.ts';
import { printTable } from './support/table.ts';

/** Maximum number of frames until a control's change is visible. */
const LIMIT = 2;

/** Changes every control of every tool's page in a real browser and counts frames until the preview is redrawn. */
export async function run(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cutroom-bench-'));
  const server = await serve({ port: 0, host: '127.0.0.1', dataDir, webDir: resolve('dist/web'), workers: 0 });
  const browser = await launchChromium();
  try {
    const rows = [['page', 'controls that draw', 'frames at most', 'over 2 frames (frames, ms)']];
    for (const tool of tools) {
      process.stderr.write(`controls: ${tool.id}\n`);
      rows.push(rowOf(tool, await answersOf(browser, server.url, tool)));
    }
    return printTable(rows);
  } finally {
    await browser.close();
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function rowOf({ id }: Tool, answers: readonly Answer[]): string[] {
  const slow = answers.filter(({ frames }) => frames > LIMIT);
  const words = slow.map(({ control, frames, ms }) => `${control} (${frames}, ${Math.round(ms)})`).join(', ');
  return [id, String(answers.length), String(Math.max(0, ...answers.map(({ frames }) => frames))), words || '–'];
}

const samples = { video: 'mountains.mp4', animation: 'mountains.mp4', image: 'lake.jpg', audio: 'music.mp3' } as const;

async function answersOf(browser: Browser, origin: string, { route, inputs }: Tool): Promise<Answer[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await page.addInitScript(watchDrawing);
    await page.goto(origin + route);
    const [kind] = inputs.kinds;
    if (kind && inputs.max > 0) {
      const files = page.getByLabel('Files of this device').first();
      await files.setInputFiles(resolve('fixtures/media', samples[kind]));
    }
    // Waits for what the first mouse move and the file load, before anything is measured.
    await page.getByRole('button', { name: 'Create' }).waitFor();
    await page.mouse.move(9, 300);
    await page.mouse.move(12, 305);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1500);
    return await page.evaluate(changeEach);
  } finally {
    await page.close();
  }
}
