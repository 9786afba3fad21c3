import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createCanvas, ImageData } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Probe } from '../../../api/renderer/media/probe.ts';
import { pixelsOf } from '../../../api/renderer/paint/skia.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { mediaReferences, withMediaFacts } from '../../../engine/project/media.ts';
import { isStill } from '../../../engine/project/output.ts';
import { parseProjectText } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { colorDifference } from '../../support/colorDifference.ts';
import { type CompositorLab, openLab } from '../../support/compositorLab.ts';
import { paintFrames } from '../../support/paintFrames.ts';
import { sharedProbe } from '../../support/renderLab.ts';
import { ssim } from '../../support/ssim.ts';

const folder = resolve('fixtures/projects');
/** Tested here at one moment. time-parity.test.ts compares them with the encoded output at several. */
const moving = [
  'animated-type',
  'five-transitions',
  'lines-over-hills',
  'pictures-take-turns',
  'videos-come-and-go',
  'windows-at-the-joins',
];
/** Also compared by export.test.ts and tools.test.ts. */
const alikeOthers = ['emoji-party-gif', 'meme-classic'];
/** Still projects and GIFs. CUTROOM_LONG=1 adds moving ones, for releases. */
const names = [
  'boomerang-loop',
  'hello-and-goodbye',
  'neon-sign',
  'said-many-ways',
  'shape-poster',
  'spoken-quote',
  'team-template',
  'tilted-collage',
  'framed-memories',
  'blended-light',
  'another-sky',
  ...(process.env.CUTROOM_LONG ? [...moving, ...alikeOthers] : []),
].map((name) => `${name}.json`);
/** A folder for PNGs that show the Studio's and the server's images side by side. */
const pictures = process.env.PARITY_PICTURES;
/** Scale of the canvases. CUTROOM_LONG=1 keeps their size. Scaled down, thin frames are too thin to compare. */
const scaleOf = (name: string) => (process.env.CUTROOM_LONG || name === 'framed-memories.json' ? 1 : 0.5);
/** Minimum similarity between the Studio's canvas and the server's still. */
const floor = 0.985;

/** Minimum similarity and maximum color difference, 0 to 255, between the two modes (colorDifference). */
const sameFloor = 0.995;
const sameColor = 3;

/** Modes on ordinary screens first; some projects are also tested on high-density screens. */
const ways = [
  { mode: 'canvas2d', pixelRatio: 1 },
  { mode: 'webgl', pixelRatio: 1 },
  { mode: 'canvas2d', pixelRatio: 2 },
  { mode: 'webgl', pixelRatio: 2 },
] as const;

/** CUTROOM_LONG=1 tests all. */
const onFineScreens = process.env.CUTROOM_LONG ? names : ['boomerang-loop.json', 'said-many-ways.json'];

let lab: CompositorLab;
const table: string[] = [];

beforeAll(async () => {
  lab = await openLab();
});

afterAll(async () => {
  const head = ways.map(({ mode, pixelRatio }) => `${mode}@${pixelRatio}`).join('\t');
  console.log(
    [`Similarity of the Studio's canvas to the server's still\n  both ways, colors\t${head}`, ...table].join('\n'),
  );
  await lab?.close();
});

describe("the Studio's canvas compared with the server", () => {
  it.each(names)('shows the same image: %s', async (name) => {
    const project = read(name);
    const { width, height } = canvasSize(project);
    const facts = await factsOf(project);
    const t = isStill(project) ? 0 : 0.5 * totalDuration(withMediaFacts(project, facts));
    const [still] = await paintFrames(project, [t], { locate, probe: sharedProbe });
    const onServer = pixelsOf(still as NonNullable<typeof still>);
    const shown: Uint8ClampedArray[] = [];
    const tried = onFineScreens.includes(name) ? ways : ways.slice(0, 2);
    for (const { mode, pixelRatio } of tried) {
      const options = { mode, pixelRatio, width, height };
      const text = await lab.page.evaluate(
        ([given, known, time, how]) => globalThis.lab.paintMoment(given, known, time, how),
        [project, [...facts], t, options] as const,
      );
      const inBrowser = new Uint8ClampedArray(Buffer.from(text, 'base64'));
      shown.push(inBrowser);
      if (pictures) save(`${name} ${mode}@${pixelRatio}`, [inBrowser, onServer], width, height);
    }
    const found = shown.map((inBrowser) => ssim(inBrowser, onServer, width, height));
    const [painted, composed] = shown as [Uint8ClampedArray, Uint8ClampedArray];
    const between = [
      ssim(painted, composed, width, height),
      colorDifference(painted, composed, width, height),
    ] as const;
    table.push(
      `  ${between.map((value) => value.toFixed(4)).join('\t')}\t\t${found.map((value) => value.toFixed(4)).join('\t\t')}\t${name}`,
    );
    for (const [i, value] of found.entries()) {
      expect.soft(value, `${ways[i]?.mode} at ${ways[i]?.pixelRatio}`).toBeGreaterThanOrEqual(floor);
    }
    expect.soft(between[0], 'both ways').toBeGreaterThanOrEqual(sameFloor);
    expect.soft(between[1], 'colors of both ways').toBeLessThanOrEqual(sameColor);
  });
});

async function factsOf(project: Project): Promise<Map<string, Probe>> {
  const facts = new Map<string, Probe>();
  for (const { url } of mediaReferences(project)) facts.set(url, await sharedProbe(await locate(url)));
  return facts;
}

async function locate(url: string): Promise<string> {
  return resolve(folder, url);
}

function read(name: string): Project {
  const parsed = parseProjectText(readFileSync(join(folder, name), 'utf8'));
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  const { width, height } = parsed.value;
  const scale = scaleOf(name);
  return { ...parsed.value, width: width * scale, height: height * scale };
}

function save(name: string, shown: readonly Uint8ClampedArray[], width: number, height: number): void {
  const canvas = createCanvas(width * shown.length, height);
  const ctx = canvas.getContext('2d');
  for (const [i, data] of shown.entries()) ctx.putImageData(new ImageData(data, width, height), i * width, 0);
  mkdirSync(pictures as string, { recursive: true });
  writeFileSync(join(pictures as string, `${name}.png`), canvas.toBuffer('image/png'));
}
