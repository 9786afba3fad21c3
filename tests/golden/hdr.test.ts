import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { renderProject } from '../../api/renderer/job/render.ts';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import { parseProject } from '../../engine/project/parse.ts';
import { decodeFrame } from '../support/decode.ts';
import { paintFrames } from '../support/paintFrames.ts';
import { locally } from '../support/renderLab.ts';

const temp = mkdtempSync(join(tmpdir(), 'cutroom-hdr-'));
afterAll(() => rmSync(temp, { recursive: true, force: true }));

const [width, height] = [64, 36];

/** A plain color as a normal video, and the same light as 10-bit BT.2020 with an HDR transfer curve. */
function makeVideo(color: string, curve: 'smpte2084' | 'arib-std-b67'): string {
  const out = join(temp, `${color}-${curve}.mp4`);
  if (existsSync(out)) return out;
  const convert = `zscale=pin=bt709:tin=bt709:min=gbr:rin=pc:t=${curve}:p=bt2020:m=bt2020nc:r=tv:npl=203,format=yuv420p10le`;
  const args = ['-v', 'error', '-y', '-f', 'lavfi', '-i', `color=${color}:s=${width}x${height}:r=30:d=0.6,format=gbrp`];
  const tags = ['-color_primaries', 'bt2020', '-color_trc', curve, '-colorspace', 'bt2020nc', '-color_range', 'tv'];
  execFileSync('ffmpeg', [...args, '-vf', convert, '-c:v', 'libx265', '-x265-params', 'log-level=none', ...tags, out]);
  return out;
}

it.each(['c02040', '20a030'])(
  'converts the primaries of #%s in a standard dynamic range BT.2020 video',
  async (color) => {
    const url = join(temp, `${color}-wide.mp4`);
    const convert = 'zscale=pin=bt709:tin=bt709:min=gbr:rin=pc:t=bt709:p=bt2020:m=bt2020nc:r=tv,format=yuv420p';
    const source = ['-f', 'lavfi', '-i', `color=0x${color}:s=${width}x${height}:r=30:d=0.6,format=gbrp`];
    const tags = [
      '-color_primaries',
      'bt2020',
      '-color_trc',
      'bt2020-10',
      '-colorspace',
      'bt2020nc',
      '-color_range',
      'tv',
    ];
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      ...source,
      '-vf',
      convert,
      '-c:v',
      'libx264',
      '-qp',
      '0',
      ...tags,
      url,
    ]);
    const parsed = parseProject({ width, height, scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url }] }] });
    if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
    const out = join(temp, 'wide-out.mp4');
    await renderProject(parsed.value, { ...locally, out });
    const [painted] = await paintFrames(parsed.value, [0.5], locally);
    const still = pixelsOf(painted as NonNullable<typeof painted>);
    const shown = decodeFrame(out, 0.5, width, height);
    const wanted = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    for (const [i, value] of wanted.entries()) {
      expect.soft(Math.abs((shown[i] as number) - value)).toBeLessThan(6);
      expect.soft(Math.abs((still[i] as number) - value)).toBeLessThan(6);
    }
  },
);

it.each([
  ['red', 'smpte2084', [200, 0, 0]],
  ['0x808080', 'smpte2084', [128, 128, 128]],
  ['0x204080', 'arib-std-b67', [32, 64, 128]],
] as const)(
  'converts %s in high dynamic range (%s) to its color on a standard screen',
  async (color, curve, expected) => {
    const url = makeVideo(color, curve);
    const parsed = parseProject({ width, height, scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url }] }] });
    if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
    const out = join(temp, 'out.mp4');
    await renderProject(parsed.value, { ...locally, out });
    const shown = decodeFrame(out, 0.5, width, height).slice(0, 3);
    const [painted] = await paintFrames(parsed.value, [0.5], locally);
    // The brightest colors are compressed slightly to leave room for light above white.
    for (const [i, value] of expected.entries()) expect(Math.abs((shown[i] as number) - value)).toBeLessThan(40);
    const still = pixelsOf(painted as NonNullable<typeof painted>).slice(0, 3);
    for (const [i, value] of still.entries()) expect(Math.abs(value - (shown[i] as number))).toBeLessThan(8);
    const facts = execFileSync('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'stream=color_space,color_transfer',
      '-of',
      'csv=p=0',
      out,
    ]);
    expect(facts.toString().trim()).toBe('bt709,bt709');
  },
);

it.each([
  ['red', 'smpte2084', [200, 0, 0]],
  ['0x808080', 'smpte2084', [128, 128, 128]],
  ['0x204080', 'arib-std-b67', [32, 64, 128]],
] as const)('brings an AVIF of %s in %s down to ordinary range', async (color, curve, wanted) => {
  const url = join(temp, `${color}-${curve}.avif`);
  const still = ['-i', makeVideo(color, curve), '-frames:v', '1', '-c:v', 'libaom-av1', '-still-picture', '1'];
  const tags = ['-color_primaries', 'bt2020', '-color_trc', curve, '-colorspace', 'bt2020nc', '-color_range', 'tv'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...still, '-cpu-used', '8', '-crf', '5', ...tags, url]);
  const layer = { id: 'i', type: 'image', url, position: { width: '100%', height: '100%' } };
  const parsed = parseProject({ width, height, scenes: [{ id: 's', layers: [layer] }] });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  const [painted] = await paintFrames(parsed.value, [0], locally);
  const pixels = pixelsOf(painted as NonNullable<typeof painted>);
  for (const [i, value] of wanted.entries()) expect.soft(Math.abs((pixels[i] as number) - value)).toBeLessThan(20);
});
