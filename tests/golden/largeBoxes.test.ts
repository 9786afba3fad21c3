import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { renderProject } from '../../api/renderer/job/render.ts';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import { parseProject } from '../../engine/project/parse.ts';
import { decodeFrame } from '../support/decode.ts';
import { paintFrames } from '../support/paintFrames.ts';
import { locally } from '../support/renderLab.ts';
import { ssim } from '../support/ssim.ts';

const temp = mkdtempSync(join(tmpdir(), 'cutroom-large-'));
afterAll(() => rmSync(temp, { recursive: true, force: true }));

const url = resolve('fixtures/media/ocean.mp4');
const [width, height] = [640, 360];

it.each([
  ['upright', { x: '-450%', y: '-300%', width: '1000%', height: '1000%', rotation: 0 }, 'cover'],
  ['turned', { x: '-120%', y: '-200%', width: '400%', height: '500%', rotation: 33 }, 'cover'],
  ['stretched and turned', { x: '-300%', y: '20%', width: '700%', height: '60%', rotation: -12 }, 'fill'],
  ['turned by a quarter', { x: '-200%', y: '-250%', width: '500%', height: '600%', rotation: 90 }, 'contain'],
])(
  'scales a video in a box far larger than the canvas, %s, only as far as visible',
  async (_name, position, objectFit) => {
    const layers = [{ id: 'v', type: 'video', url, objectFit, position, isTrimmed: true, startTime: 0, endTime: 1 }];
    const parsed = parseProject({ width, height, scenes: [{ id: 's', layers }] });
    if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
    const plan = compileRender(parsed.value, new Map([[url, await probeFile(url)]]));
    const part = plan.scenes[0]?.parts.find((candidate) => candidate.kind === 'video');
    expect(part).toBeDefined();
    if (part?.kind === 'video') expect(part.width * part.height).toBeLessThan(4 * width * height);

    const out = join(temp, 'out.mp4');
    await renderProject(parsed.value, { ...locally, out });
    const [painted] = await paintFrames(parsed.value, [0.5], locally);
    const score = ssim(
      pixelsOf(painted as NonNullable<typeof painted>),
      decodeFrame(out, 0.5, width, height),
      width,
      height,
    );
    expect(score).toBeGreaterThan(0.96);
  },
);
