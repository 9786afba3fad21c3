import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { renderProject } from '../api/renderer/job/render.ts';
import { outputExtension } from '../engine/project/output.ts';
import { launchChromium } from '../tests/support/chromium.ts';
import { exportIn, fixtureProject, locateFixture, openExportPage, serveExports } from '../tests/support/exportLab.ts';
import { median } from './support/measure.ts';
import { printTable } from './support/table.ts';

/** Sample projects: a single video, videos with text and music, moving images and text, and a GIF. */
const names = ['frame-counter', 'three-scenes-with-music', 'animated-type', 'emoji-party-gif'];
const rounds = 3;

/**
 * Exports sample projects in the browser and renders them with the server's renderer, one after the other; medians of
 * three rounds. Ratios are relative to the renderer; Chromium encodes H.264 in software.
 */
export async function run(): Promise<string> {
  const temp = mkdtempSync(join(tmpdir(), 'cutroom-bench-'));
  const server = await serveExports(temp);
  const browser = await launchChromium();
  try {
    const page = await openExportPage(browser, server.origin);
    const rows: string[][] = [];
    for (const name of names) rows.push(await compare(page, name, temp));
    const head = ['export in the browser', 'video s', 'browser s', 'renderer s', '× renderer', '× length', 'size ×'];
    return printTable([head, ...rows]);
  } finally {
    await browser.close();
    await server.close();
    rmSync(temp, { recursive: true, force: true });
  }
}

async function compare(page: Page, name: string, temp: string): Promise<string[]> {
  const project = fixtureProject(name);
  const ending = outputExtension(project.output);
  const [inBrowser, rendered] = [join(temp, `browser.${ending}`), join(temp, `renderer.${ending}`)];
  const taken = { browser: [] as number[], renderer: [] as number[] };
  let length = 0;
  for (let round = 0; round < rounds; round += 1) {
    process.stderr.write(`export: ${name}, round ${round + 1} of ${rounds}\n`);
    const { took, duration } = await exportIn(page, { project }, inBrowser);
    length = duration;
    taken.browser.push(took / 1000);
    const start = performance.now();
    await renderProject(project, { out: rendered, locate: locateFixture });
    taken.renderer.push((performance.now() - start) / 1000);
  }
  const [ours, reference] = [median(taken.browser), median(taken.renderer)];
  const size = statSync(inBrowser).size / statSync(rendered).size;
  const figures = [length, ours, reference, ours / reference, ours / length, size];
  return [name, ...figures.map((figure) => figure.toFixed(2))];
}
