import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeMediaStill } from '../../api/renderer/mediaStill.ts';
import { framesOf, h264, openRenderLab } from '../support/renderLab.ts';

const lab = openRenderLab('interlaced');
afterAll(lab.close);

describe('a video whose pictures are woven of two moments', () => {
  const [width, height, frames] = [128, 96, 12];
  /** Where a bar stands at a field, pixels: two fields a frame. */
  const placeAt = (field: number) => 8 + 4 * field;

  /** A white bar that moves with every field, over black; the upper field of a frame is the earlier one, or else the lower. */
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

  const mpeg2 = ['-c:v', 'mpeg2video', '-q:v', '1', '-flags', '+ildct+ilme'];
  const avc = (order: string) => [...h264, '-x264-params', order];

  it.each([
    ['MPEG-2, upper field first', 'top.ts', true, mpeg2],
    ['MPEG-2, lower field first', 'bottom.mov', false, mpeg2],
    ['H.264, upper field first', 'top.mp4', true, avc('tff=1')],
    ['H.264, lower field first', 'bottom.mp4', false, avc('bff=1')],
  ])('shows whole pictures, each at its time: %s', async (_name, file, isTopFirst, encode) => {
    const url = woven(file, isTopFirst, encode);
    const layers = [{ id: 'v', type: 'video', url }];
    const out = await lab.render({ width, height, scenes: [{ id: 's', layers }] });
    const shown = framesOf(out, width, height);
    expect(shown.length).toBe(frames);
    // At the ends a field has no neighbour in time.
    for (const [frame, picture] of [...shown.entries()].slice(1, -1)) {
      const light = (x: number, y: number) => picture[4 * (y * width + x)] as number;
      // Of one moment: of the earlier field the bar begins and ends in the same column in all lines, four pixels before the later one.
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
  });

  it('its still is whole too', async () => {
    const url = woven('still.mp4', true, avc('tff=1'));
    const out = join(lab.temp, 'whole.jpg');
    await writeMediaStill(url, { at: 5.5 / 25, side: width, out });
    const [picture] = framesOf(out, width, height);
    const begins = Array.from({ length: height - 16 }, (_, i) =>
      Array.from({ length: width }, (_, x) => picture?.[4 * ((i + 8) * width + x)] as number).findIndex((v) => v > 127),
    );
    expect(Math.max(...begins) - Math.min(...begins)).toBeLessThanOrEqual(1);
  });
});
