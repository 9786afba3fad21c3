import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { probeFile } from '../../../api/renderer/media/probe.ts';
import { hasTransparentPixels } from '../../../api/renderer/media/transparentPixels.ts';
import { temporaryFolder } from '../support/files.ts';

let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder();
});

/** Filters of frames that are always opaque, or half transparent in the fourth. */
const opaque = 'format=rgba';
const laterClear = "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(eq(N,3),128,255)'";

const formats = {
  'an APNG': ['apng', '-f', 'apng', '-pix_fmt', 'rgba'],
  'a WebM (VP9)': ['webm', '-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-auto-alt-ref', '0'],
  'a WebM (VP8)': ['webm', '-c:v', 'libvpx', '-pix_fmt', 'yuva420p', '-auto-alt-ref', '0'],
  'a MOV (ProRes 4444)': ['mov', '-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le'],
};

it.each(Object.entries(formats))(
  'of %s are those of its frames, whatever its header declares',
  async (name, format) => {
    const [ending, ...encoding] = format;
    const found = [];
    for (const [filter, seconds] of [
      [opaque, 1],
      [laterClear, 1],
      [opaque, 31],
    ] as const) {
      const file = path.join(
        folder,
        `${name.replace(/\W/g, '')}-${found.length}.${ending === 'apng' ? 'png' : ending}`,
      );
      const source = `testsrc2=s=32x32:r=10:d=${seconds},${filter}`;
      execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...encoding, file]);
      const probe = await probeFile(file);
      expect(probe.hasAlpha).toBe(true);
      found.push(await hasTransparentPixels(file, probe));
    }
    // More frames than are decoded count as transparent.
    expect(found).toEqual([false, true, true]);
  },
);
