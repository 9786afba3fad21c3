import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { splitOptions } from '../../api/renderer/print/ffmpegArgs.ts';
import { writeMediaStill } from '../../api/renderer/runs/mediaStill.ts';
import { proxy } from '../../api/sources/derived/proxy.ts';
import { strip } from '../../api/sources/derived/strip.ts';
import { framesOf, h264, openRenderLab } from '../support/renderLab.ts';

const lab = openRenderLab('interlaced');
afterAll(lab.close);

describe('an interlaced video', () => {
  const [width, height, frames] = [128, 96, 12];
  /** Position of the bar in a field in pixels; each frame has two fields. */
  const placeAt = (field: number) => 8 + 4 * field;

  /**
   * A white bar that moves with every field on black. The upper field of a frame is the earlier one if `isTopFirst`.
   */
  function woven(name: string, isTopFirst: boolean, encode: readonly string[]): string {
    const pixels = Buffer.alloc(width * height * frames);
    for (let frame = 0; frame < frames; frame += 1)
      for (let y = 0; y < height; y += 1) {
        const isLater = (y % 2 === 0) !== isTopFirst;
        const at = (frame * height + y) * width + placeAt(2 * frame + (isLater ? 1 : 0));
        pixels.fill(255, at, at + 16);
      }
    const path = join(lab.temp, name);
    const raw = ['-f', 'rawvideo', '-pixel_format', 'gray', '-video_size', `${width}x${height}`, '-framerate', '25'];
    const marked = ['-vf', `setfield=${isTopFirst ? 'tff' : 'bff'},format=yuv420p`, ...encode];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...raw, '-i', '-', ...marked, path], { input: pixels });
    return path;
  }

  let standard: string | undefined;
  /** H.264 with the upper field first. */
  const topFirst = () => {
    standard ??= woven('top.mp4', true, avc('tff=1'));
    return standard;
  };

  const mpeg2 = ['-c:v', 'mpeg2video', '-q:v', '1', '-flags', '+ildct+ilme'];
  const avc = (order: string) => [...h264, '-x264-params', order];

  /** Each codec and each order once; CUTROOM_LONG=1: all. */
  const isLong = Boolean(process.env.CUTROOM_LONG);
  const sources: [name: string, file: string, isTopFirst: boolean, encode: string[]][] = [
    ['MPEG-2, lower field first', 'bottom.mov', false, mpeg2],
    ['H.264, upper field first', 'upper.mp4', true, avc('tff=1')],
    ['MPEG-2, upper field first', 'top.ts', true, mpeg2],
    ['H.264, lower field first', 'bottom.mp4', false, avc('bff=1')],
  ];
  it.each(isLong ? sources : sources.slice(0, 2))(
    'shows whole frames at their times: %s',
    async (_name, file, isTopFirst, encode) => {
      const url = woven(file, isTopFirst, encode);
      const layers = [{ id: 'v', type: 'video', url }];
      const out = await lab.render({ width, height, scenes: [{ id: 's', layers }] });
      const shown = framesOf(out, width, height);
      expect(shown.length).toBe(frames);
      // At both ends, a field has no neighbor in time.
      for (const [frame, picture] of [...shown.entries()].slice(1, -1)) {
        const light = (x: number, y: number) => picture[4 * (y * width + x)] as number;
        // All lines show the earlier field: the bar starts and ends in the same column, four pixels before the later
        // field.
        const edges = Array.from({ length: height - 16 }, (_, i) => {
          const row = Array.from({ length: width }, (_, x) => light(x, i + 8));
          return [row.findIndex((value) => value > 127), row.findLastIndex((value) => value > 127)] as const;
        });
        const begins = edges.map(([begin]) => begin);
        expect([frame, Math.max(...begins) - Math.min(...begins) <= 1]).toEqual([frame, true]);
        expect(Math.abs((begins[0] as number) - placeAt(2 * frame))).toBeLessThanOrEqual(1);
        expect(edges.every(([begin, end]) => Math.abs(end - begin - 15) <= 1)).toBe(true);
      }
      const asked = ['-v', 'error', '-show_entries', 'stream=field_order', '-of', 'csv=p=0', out];
      expect(execFileSync('ffprobe', asked).toString().trim()).toBe('progressive');
    },
  );

  /** A file with a rotation flag, in degrees clockwise. */
  function rotated(path: string, rotation: number): string {
    const out = path.replace('.mp4', `-${rotation}.mp4`);
    execFileSync('ffmpeg', splitOptions(`-v error -y -i ${path} -c copy -metadata:s:v rotate=${rotation} ${out}`));
    return out;
  }

  /** Distance between the columns at which the bar starts, in lines as coded, in pixels. */
  function raggedness(picture: Uint8ClampedArray, rotation: number): number {
    const shown = { 0: at(0, 0, 1, 1), 90: at(height - 1, 0, 1, -1), 180: at(width - 1, height - 1, -1, -1) };
    function at(left: number, top: number, right: number, down: number) {
      return (x: number, y: number) =>
        rotation % 180 === 0
          ? (top + down * y) * width + left + right * x
          : (top + right * x) * height + left + down * y;
    }
    const place = rotation === 270 ? at(0, width - 1, -1, 1) : shown[rotation as 0 | 90 | 180];
    const begins = Array.from({ length: height - 16 }, (_, i) => {
      const row = Array.from({ length: width }, (_, x) => picture[4 * place(x, i + 8)] as number);
      expect(row.some((value) => value > 127)).toBe(true);
      return row.findIndex((value) => value > 127);
    });
    return Math.max(...begins) - Math.min(...begins);
  }

  it.each(isLong ? [90, 180, 270] : [90, 180])(
    'shows whole frames when rotated by %i degrees, in video and still',
    async (rotation) => {
      const url = rotated(topFirst(), rotation);
      const size = rotation === 180 ? { width, height } : { width: height, height: width };
      const out = await lab.render({ ...size, scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url }] }] });
      const shown = framesOf(out, size.width, size.height);
      expect(shown.length).toBe(frames);
      for (const picture of shown.slice(1, -1)) expect(raggedness(picture, rotation)).toBeLessThanOrEqual(1);
      const still = join(lab.temp, 'turned.jpg');
      await writeMediaStill(url, { at: 5.5 / 25, side: width, out: still });
      const [picture] = framesOf(still, size.width, size.height);
      expect(raggedness(picture as Uint8ClampedArray, rotation)).toBeLessThanOrEqual(1);
    },
  );

  it.each(isLong ? [0, 180] : [180])(
    'has whole frames in its filmstrip and its proxy, rotated by %i degrees',
    async (rotation) => {
      const url = rotation === 0 ? topFirst() : rotated(topFirst(), rotation);
      const probe = await probeFile(url);
      const budget = { run: (_need: unknown, run: () => Promise<unknown>) => run() } as never;
      const making = { budget, signal: new AbortController().signal, onProgress: () => undefined };
      const [cells, copy] = [join(lab.temp, 'strip.jpg'), join(lab.temp, 'copy.mp4')];
      await strip.make(url, probe, { ...making, out: cells });
      await proxy.make(url, probe, { ...making, out: copy });
      expect(framesOf(copy, width, height).length).toBe(frames);
      for (const picture of framesOf(copy, width, height).slice(1, -1))
        expect(raggedness(picture, rotation)).toBeLessThanOrEqual(1);
      // The second image of the first row.
      const cell = join(lab.temp, 'cell.png');
      execFileSync(
        'ffmpeg',
        splitOptions(`-v error -y -i ${cells} -vf crop=${width}:${height}:${2 * width}:0 ${cell}`),
      );
      expect(raggedness(framesOf(cell, width, height)[0] as Uint8ClampedArray, rotation)).toBeLessThanOrEqual(1);
    },
  );

  it('has a whole still', async () => {
    const out = join(lab.temp, 'whole.jpg');
    await writeMediaStill(topFirst(), { at: 5.5 / 25, side: width, out });
    const [picture] = framesOf(out, width, height);
    const begins = Array.from({ length: height - 16 }, (_, i) =>
      Array.from({ length: width }, (_, x) => picture?.[4 * ((i + 8) * width + x)] as number).findIndex((v) => v > 127),
    );
    expect(Math.max(...begins) - Math.min(...begins)).toBeLessThanOrEqual(1);
  });
});
