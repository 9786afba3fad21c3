import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import { afterAll, describe, expect, it } from 'vitest';
import { planRender } from '../../api/renderer/job/planRender.ts';
import { renderProject } from '../../api/renderer/job/render.ts';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import type { RenderPlan } from '../../api/renderer/plan/plan.ts';
import { isGif, isStill, outputExtension } from '../../engine/project/output.ts';
import { parseProjectText } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';
import { decodeFrame, decodeFrames } from '../support/decode.ts';
import { paintFrames } from '../support/paintFrames.ts';
import { sharedProbe } from '../support/renderLab.ts';
import { compareSheet, type Pixels, sheetOf } from '../support/sheet.ts';
import { ssim } from '../support/ssim.ts';

const folder = resolve('fixtures/projects');
const temp = mkdtempSync(join(tmpdir(), 'cutroom-golden-'));
afterAll(() => rmSync(temp, { recursive: true, force: true }));

type Planned = Pick<RenderPlan, 'output' | 'sounds'>;

/** Different projects without a parity test. CUTROOM_LONG=1: all, as before a release. */
const usual = [
  'arabic-quote',
  'butterfly-overlay',
  'cover-contain-fill',
  'four-odd-videos',
  'phone-story',
  'typed-letter',
].map((name) => `${name}.json`);
const names = process.env.CUTROOM_LONG ? readdirSync(folder).filter((name) => name.endsWith('.json')) : usual;

describe.each(names)('%s', (name) => {
  const file = join(folder, name);
  const project = parsed(file);
  const extension = outputExtension(project.output);
  const out = join(temp, name.replace('.json', `.${extension}`));

  it('renders according to its plan and looks like the stored frames', async () => {
    const media = { locate: async (url: string) => resolve(folder, url), probe: sharedProbe };
    await renderProject(project, { ...media, out });
    const { plan } = await planRender(project, media);
    await (isStill(project) ? expectStill(out, plan) : expectVideo(out, plan));
    const { width, height, frames, rate } = plan.output;
    const length = (frames * rate[1]) / rate[0];
    const times = isStill(project) ? [0] : [0.1, 0.5, 0.9].map((share) => share * length);
    const shown = decodedAt(times, out, plan).map((data): Pixels => ({ data, width, height }));
    expect(
      await compareSheet(sheetOf(shown), resolve(`tests/golden/frames/${name.replace('.json', '.jpg')}`)),
    ).toBeGreaterThan(0.97);

    const middle = times.length >> 1;
    const [painted] = await paintFrames(project, [times[middle] as number], media);
    const score = ssim(pixelsOf(painted as NonNullable<typeof painted>), (shown[middle] as Pixels).data, width, height);
    expect(score, 'against the same moment painted without an encoder').toBeGreaterThan(floorOf(project));
  });
});

/** A GIF has 256 colors, and a video loses some quality; images and text must stay the same. */
function floorOf(project: Project): number {
  if (isGif(project)) return 0.8;
  return project.scenes.some((scene) => scene.layers.some((layer) => layer.type === 'video')) ? 0.96 : 0.985;
}

async function expectVideo(out: string, { output, sounds }: Planned): Promise<void> {
  const { streams } = JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-count_packets', '-show_streams', '-of', 'json', out], {
      encoding: 'utf8',
    }),
  ) as { streams: Record<string, string | number>[] };
  const video = streams.find((stream) => stream.codec_type === 'video');
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  const frame = output.rate[1] / output.rate[0];
  expect(video).toMatchObject({ width: output.width, height: output.height });
  expect(Math.abs(Number(video?.duration) - output.frames * frame)).toBeLessThanOrEqual(frame + 0.011);
  expect(audio !== undefined).toBe(sounds.length > 0);
  if (output.format === 'gif') return;
  expect(Number(video?.nb_read_packets)).toBe(output.frames);
  expect(video).toMatchObject({
    codec_name: 'h264',
    pix_fmt: 'yuv420p',
    color_range: 'tv',
    color_space: 'bt709',
    color_transfer: 'bt709',
    color_primaries: 'bt709',
    r_frame_rate: `${output.rate[0]}/${output.rate[1]}`,
  });
  if (audio) expect(audio).toMatchObject({ codec_name: 'aac', sample_rate: '48000', channels: 2 });
  const head = readFileSync(out).toString('latin1');
  expect(head.indexOf('moov')).toBeLessThan(head.indexOf('mdat'));
}

async function expectStill(out: string, { output }: Planned): Promise<void> {
  const magic = readFileSync(out).subarray(0, 4).toString('hex');
  expect(magic.startsWith(out.endsWith('.png') ? '89504e47' : 'ffd8ff')).toBe(true);
  expect(await loadImage(out)).toMatchObject({ width: output.width, height: output.height });
}

/** Decodes the frames of a result at some times, in one run where frames have equal lengths. */
function decodedAt(times: readonly number[], out: string, { output }: Planned): Uint8ClampedArray[] {
  const { width, height, rate, format } = output;
  if (format !== 'mp4') return times.map((t) => decodeFrame(out, t, width, height));
  const numbers = times.map((t) => Math.floor(((t + 0.005) * rate[0]) / rate[1]));
  return decodeFrames(out, numbers, width, height);
}

function parsed(file: string): Project {
  const result = parseProjectText(readFileSync(file, 'utf8'));
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.value;
}
