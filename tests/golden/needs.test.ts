import { execFileSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Probe, probeFile } from '../../api/renderer/media/probe.ts';
import { decodedByFfmpeg } from '../../api/renderer/paint/decodedFiles.ts';
import { pictureBook } from '../../api/renderer/paint/pictures.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import type { RenderPlan } from '../../api/renderer/plan/plan.ts';
import type { Command } from '../../api/renderer/runs/command.ts';
import { runNeed } from '../../api/renderer/runs/need.ts';
import { printPlan } from '../../api/renderer/segments/printPlan.ts';
import { type Budget, createBudget, type Need } from '../../api/system/budget.ts';
import type { Layer } from '../../engine/project/layers.ts';
import { pngOf } from '../support/hostileMedia.ts';
import { openRenderLab, projectOf } from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('needs');
afterAll(lab.close);

const video = (more: object = {}) => ({ id: 'v', type: 'video', url: numbers, ...more });
const project = (layers: object[], more: object = {}) => ({
  width: 640,
  height: 360,
  scenes: [{ id: 's', layers }],
  ...more,
});
const megabyte = 1e6;

function imageOf(layer: object): Layer {
  return projectOf(project([layer])).scenes[0]?.layers[0] as Layer;
}

/** A budget that never waits, with a log of its requests. */
function recorder(): { budget: Budget; needs: Need[] } {
  const needs: Need[] = [];
  const run: Budget['run'] = (need, work) => {
    needs.push(need);
    return work();
  };
  return { budget: { ...createBudget(), run }, needs };
}

/** The runs of ffmpeg for a project with 100 MB of memory, and the needs of each run. */
async function runsOf(body: object, probe: Probe): Promise<{ runs: Command[]; needs: Need[] }> {
  const memory = 100 * megabyte;
  const probes = new Map([[numbers, probe]]);
  const paths = new Map([[numbers, numbers]]);
  const plan = compileRender(projectOf(body), probes);
  const out = join(lab.temp, 'out.mp4');
  const runs = printPlan(plan, { media: () => numbers, channels: () => 2, work: lab.temp, out, memory });
  const given = { media: { paths, probes }, work: lab.temp, memory };
  return { runs, needs: await Promise.all(runs.map((run) => runNeed(plan, run, given))) };
}

it('reserves only the disk space and memory of audio for 20 minutes of audio', async () => {
  const body = project([video({ loopMode: 'duration', playLength: 1200 })], { width: 1920, height: 1080 });
  const { runs, needs } = await runsOf(body, await probeFile(numbers));
  const needOf = (kind: string) => needs[runs.findIndex((run) => run.kind === kind)] as Need;
  expect(needOf('sound').memory).toBeLessThan(100 * megabyte);
  expect(needOf('sound').disk?.bytes).toBeLessThan(60 * megabyte);
  expect(needOf('copy').memory).toBeLessThan(100 * megabyte);
  expect(needOf('pictures').memory).toBeGreaterThan(100 * megabyte);
});

it('reserves the memory of background, layer and result for a blend', async () => {
  const probe = await probeFile(numbers);
  const memoryOf = async (blendMode: string) =>
    Math.max(...(await runsOf(project([video({ blendMode })]), probe)).needs.map(({ memory = 0 }) => memory));
  expect((await memoryOf('screen')) - (await memoryOf('normal'))).toBeGreaterThan(3 * 4 * 640 * 360);
  // If the background may be clear, masks are created.
  const inGif = async (blendMode: string) =>
    (await runsOf(project([video({ blendMode })], { output: { type: 'gif' } }), probe)).needs[0]?.memory as number;
  expect((await inGif('screen')) - (await inGif('normal'))).toBeGreaterThan(12 * 4 * 640 * 360);
});

it('reverses long audio in blocks with constant memory', async () => {
  const probe = await probeFile(numbers);
  const mostOf = async (duration: number) => {
    const layers = [video({ isReversed: true, duration })];
    const { runs, needs } = await runsOf(project(layers), { ...probe, duration });
    const ofSound = needs.filter((_, i) => runs[i]?.kind === 'sound').map(({ memory = 0 }) => memory);
    return { pieces: ofSound.length, most: Math.max(...ofSound) };
  };
  const [short, long] = [await mostOf(120), await mostOf(1200)];
  expect(long.most).toBe(short.most);
  expect(long.most).toBeLessThan(100 * megabyte);
  expect(long.pieces).toBeGreaterThan(short.pieces);
});

it('reserves disk space for a joined result and its copied parts before writing them', async () => {
  const { budget, needs } = recorder();
  const out = join(lab.temp, 'results', 'joined.mp4');
  await lab.render(project([video()]), { out, budget, segmentLength: 3 });
  const { size } = statSync(out);
  const besideOut = needs.filter(({ disk }) => disk?.folder === dirname(out));
  expect(besideOut).toHaveLength(1);
  const [found] = besideOut;
  expect(found?.disk?.bytes).toBeGreaterThan(0.95 * size);
  // Including the maximum size of its audio.
  expect(found?.disk?.bytes).toBeLessThan(size + megabyte / 2);
});

it('splits three hundred scenes into command lines that the system accepts, with few files at a time', async () => {
  const probe = await probeFile(numbers);
  const scenes = Array.from({ length: 300 }, (_, i) => ({
    id: `s${i}`,
    transition: { type: 'dissolve', duration: 0.3 },
    layers: [
      { id: `t${i}`, type: 'text', text: `Scene ${i}`, from: 0.1 },
      video({ id: `v${i}`, url: `${i}.mp4`, isTrimmed: true, startTime: 1, endTime: 2 }),
    ],
  }));
  const probes = new Map(scenes.map((_, i) => [`${i}.mp4`, probe]));
  const plan = compileRender(projectOf({ width: 640, height: 360, scenes }), probes);
  const files = {
    media: ({ url }: { url: string }) => url,
    channels: () => 2,
    work: 'work',
    out: 'out.mp4',
    memory: 1e8,
  };
  const runs = printPlan(plan, files).filter(({ kind }) => kind !== 'copy');
  expect(runs.length).toBeGreaterThan(10);
  for (const { args } of runs) {
    // Linux accepts at most 128 kB.
    expect(Math.max(...args.map((arg) => Buffer.byteLength(arg)))).toBeLessThan(64_000);
    expect(args.filter((arg) => arg === '-i').length).toBeLessThanOrEqual(48);
  }
});

it('drops the least recently used decoded images when there are too many', async () => {
  const paths = new Map(['a', 'b', 'c', 'd'].map((url) => [url, join(lab.temp, `${url}.png`)]));
  for (const path of paths.values()) writeFileSync(path, pngOf([4000, 4000]));
  const media = { paths, probes: new Map() };
  const plan = {} as RenderPlan;
  const pictureOf = pictureBook(plan, media, decodedByFfmpeg(plan, media, lab.temp, undefined));
  const [a, b, c, d] = [...paths.keys()].map((url, i) => imageOf({ id: `i${i}`, type: 'image', url })) as [
    Layer,
    Layer,
    Layer,
    Layer,
  ];
  const [first, second] = [await pictureOf(a), await pictureOf(b)];
  expect(await pictureOf(a)).toBe(first);
  await pictureOf(c);
  await pictureOf(d);
  expect(await pictureOf(a)).toBe(first);
  expect(await pictureOf(b)).not.toBe(second);
});

it('reserves the disk space of an intermediate copy in the budget', async () => {
  const url = join(lab.temp, 'moves.webp');
  const coded = ['-c:v', 'libwebp_anim', '-lossless', '1', '-loop', '0'];
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=10:d=1', ...coded, url]);
  const { budget, needs } = recorder();
  await lab.render(project([video(), { id: 'i', type: 'image', url }]), { budget, segmentLength: 3 });
  const [first] = needs as [Need];
  expect(first.disk?.bytes).toBeGreaterThan(statSync(url).size);
  expect(first.disk?.folder).not.toBe(lab.temp);
});
