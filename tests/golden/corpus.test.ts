import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { decodeFrame } from '../support/decode.ts';
import { root } from '../support/sources.ts';
import { ssim } from '../support/ssim.ts';
import { side, tryMedia } from '../support/tryMedia.ts';

const corpus = resolve(root, process.env.CUTROOM_CORPUS ?? '../shared/corpus');
const folders = existsSync(corpus)
  ? readdirSync(corpus).filter((name) => statSync(join(corpus, name)).isDirectory())
  : [];
/** Number of videos and audio files per folder; images are fast. CUTROOM_LONG=1: all. */
const few = process.env.CUTROOM_LONG ? Number.POSITIVE_INFINITY : 8;
/** Time after which a file counts as hanging, in milliseconds. */
const giveUpAfterMs = 60_000;

const temp = mkdtempSync(join(tmpdir(), 'cutroom-corpus-'));
const work = join(temp, 'tmp');
mkdirSync(work);
const systemFolder = process.env.TMPDIR;
// A separate temporary folder, so that leftovers can be told from those of other tests.
process.env.TMPDIR = work;
const counts = { rendered: 0, refused: 0 };

afterAll(() => {
  if (systemFolder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = systemFolder;
  rmSync(temp, { recursive: true, force: true });
  if (folders.length > 0) console.log(`Corpus: ${counts.rendered} files rendered, ${counts.refused} refused.`);
});

if (folders.length === 0) {
  it.skip(`needs a corpus of real odd media: there is no ${corpus} (CUTROOM_CORPUS names another folder)`);
} else {
  describe('corpus files', { timeout: 600_000 }, () => {
    it.each(folders)('are rendered correctly or rejected with a message: %s', async (folder) => {
      const faults: string[] = [];
      const files = someOf(filesOf(folder)).values();
      const worker = async () => {
        for (const file of files) faults.push(...(await faultsOf(file)).map((fault) => `${basename(file)}: ${fault}`));
      };
      await Promise.all([worker(), worker()]);
      expect(faults).toEqual([]);
      expect(readdirSync(work), 'working files left behind').toEqual([]);
    });
  });
}

if (folders.includes('exif-orientation-examples')) {
  describe('camera photos', () => {
    it.each(['Landscape', 'Portrait'])('are rendered upright: %s', async (name) => {
      const files = [1, 2, 3, 4, 5, 6, 7, 8].map((way) => `exif-orientation-examples/${name}_${way}.jpg`);
      const shown: Uint8ClampedArray[] = [];
      for (const file of files) shown.push(await shownOf(join(corpus, file)));
      const [upright] = shown as [Uint8ClampedArray];
      const scores = shown.map((pixels) => ssim(upright, pixels, side, side));
      expect(Math.min(...scores), `${scores}`).toBeGreaterThan(0.95);
    });
  });
}

function filesOf(folder: string): string[] {
  return readdirSync(join(corpus, folder))
    .filter((name) => !/^(LICENSE|README)/.test(name))
    .map((name) => join(corpus, folder, name));
}

/** All images and a random choice of the others, which depends on the seed. */
function someOf(files: readonly string[]): string[] {
  const [pictures, others] = [true, false].map((isPicture) =>
    files.filter((file) => /\.(png|jpe?g|gif)$/i.test(file) === isPicture),
  ) as [string[], string[]];
  const count = Math.min(few, others.length);
  const subsets = fc.shuffledSubarray(others, { minLength: count, maxLength: count });
  return [...pictures, ...(fc.sample(subsets, { seed: Number(process.env.CUTROOM_SEED ?? 12), numRuns: 1 })[0] ?? [])];
}

/** Faults in the handling of a file. */
async function faultsOf(file: string): Promise<string[]> {
  const folder = mkdtempSync(join(temp, 'out-'));
  try {
    const { outcome, faults } = await tryMedia(file, join(folder, 'out'), AbortSignal.timeout(giveUpAfterMs));
    counts[outcome] += 1;
    return faults;
  } catch (error) {
    return [`threw ${error}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function shownOf(file: string): Promise<Uint8ClampedArray> {
  const { path } = await tryMedia(file, join(mkdtempSync(join(temp, 'out-')), 'out'));
  return decodeFrame(path, 0, side, side);
}
