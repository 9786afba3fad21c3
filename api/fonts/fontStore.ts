import { randomBytes } from 'node:crypto';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Font } from '../../engine/painters/font.ts';
import { facesOfFont } from '../../engine/painters/fonts.ts';
import { findFontById } from '../../engine/painters/fontsTable.ts';
import { diskFloor } from '../system/budget.ts';
import { freeBytesIn } from '../system/diskFull.ts';
import { environment } from '../system/environment.ts';
import { limitConcurrency } from '../system/limitConcurrency.ts';
import { syncTree } from '../system/publish.ts';
import { fail, isFailure, type ServiceError } from '../system/serviceError.ts';
import { PARTS_FILE } from './fontPath.ts';
import { MAX_TARBALL_BYTES, packFont } from './pack.ts';
import { unpackFiles } from './unpack.ts';

/** Milliseconds before a failed download is tried again. */
const FAILED_MS = 5 * 60_000;
/** Concurrent downloads. */
const FETCHES = 2;
/** Most running and waiting downloads; further ones fail with a request to try later. */
const MOST_WAITING = 60;

/** A folder of font families, `ID/FILE.woff2`, that downloads missing ones on demand. */
export interface FontStore {
  folder: string;
  /**
   * Makes a family available in the folder. Concurrent calls for a family share one download.
   * @param id its package name without the scope; only fonts of the catalog and of scripts are downloaded.
   * @throws ServiceError if it is unavailable.
   */
  ensure(id: string): Promise<void>;
  /** Whether a family needs no download. */
  has(id: string): Promise<boolean>;
  /** Aborts running downloads. */
  close(): Promise<void>;
}

const stores = new Map<string, FontStore>();

/** Returns the store of a folder, one per process. The folder is created on first use. */
export function fontStoreOf(folder: string): FontStore {
  const absolute = path.resolve(folder);
  const known = stores.get(absolute) ?? createFontStore(absolute);
  stores.set(absolute, known);
  return known;
}

function createFontStore(folder: string): FontStore {
  const stop = new AbortController();
  const running = new Map<string, Promise<void>>();
  const failed = new Map<string, { until: number; error: unknown }>();
  // In a list that is scrolled, fonts in sight come before those above them.
  const turns = limitConcurrency(FETCHES, 'newest');
  const has = async ({ source, id }: Font) => source !== 'further' || isThere(path.join(folder, id));
  const fetchOne = async (font: Font) => {
    if (await has(font)) return;
    const before = failed.get(font.id);
    if (before && before.until > performance.now()) throw before.error;
    if (!environment().fetchesFonts) throw fail('not-found', 'Fetching fonts is turned off on this server.');
    try {
      await turns(() => fetchFont(font, folder, stop.signal));
      failed.delete(font.id);
    } catch (error) {
      const fontError = asFontError(error);
      failed.set(font.id, { until: performance.now() + FAILED_MS, error: fontError });
      throw fontError;
    }
  };
  return {
    folder,
    async ensure(id) {
      const font = findFontById(id);
      if (!font) throw fail('not-found', 'There is no such font.');
      if (font.source !== 'further') return;
      if (!running.has(id) && running.size >= MOST_WAITING && !(await has(font)))
        throw fail('unavailable', 'Too many fonts are being fetched. Please try again in a moment.');
      const work = running.get(id) ?? fetchOne(font).finally(() => running.delete(id));
      running.set(id, work);
      await work;
    },
    async has(id) {
      const font = findFontById(id);
      return font !== undefined && has(font);
    },
    async close() {
      stop.abort(fail('unavailable', 'The service is stopping.'));
      stores.delete(folder);
      await Promise.allSettled(running.values());
    },
  };
}

/** Downloads a font into its folder atomically. */
async function fetchFont(font: Font, folder: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await mkdir(folder, { recursive: true });
  if ((await freeBytesIn(folder)) < diskFloor + 2 * MAX_TARBALL_BYTES)
    throw fail('unavailable', 'The storage for fonts is full.');
  const work = await mkdtemp(path.join(tmpdir(), 'cutroom-font-'));
  // In the same parent folder, so that the final rename is atomic.
  const draft = path.join(folder, `.${font.id}.${randomBytes(6).toString('hex')}`);
  try {
    const { name, isNeeded, needed } = packageOf(font);
    const tarball = await packFont(name, work, signal);
    await mkdir(draft);
    const found = await unpackFiles(tarball, (file) =>
      isNeeded(file) ? path.join(draft, path.basename(file)) : undefined,
    );
    if (!found.has(needed)) throw fail('not-found', 'The font’s package contains no glyphs.');
    const place = path.join(folder, font.id);
    await syncTree(draft);
    await rename(draft, place).catch(async (error) => {
      // Another process has downloaded it first.
      if (!(await isThere(place))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 3 });
    await rm(draft, { recursive: true, force: true });
  }
}

/** Describes a font's package: its name, the files to extract, and one that must exist. */
function packageOf(font: Font): { name: string; isNeeded: (file: string) => boolean; needed: string } {
  const { id, subsets, isVariable = false } = font;
  if (isVariable) {
    const part = new RegExp(`^files/${id}-\\d+-wght-normal\\.woff2$`);
    const isNeeded = (file: string) => file === PARTS_FILE || file === 'LICENSE' || part.test(file);
    return { name: `@fontsource-variable/${id}`, isNeeded, needed: PARTS_FILE };
  }
  const files = new Set(['LICENSE', ...facesOfFont(font).map(({ file }) => `files/${file}`)]);
  const main = subsets.includes('latin') ? 'latin' : subsets[0];
  const needed = `files/${id}-${main}-400-normal.woff2`;
  return { name: `@fontsource/${id}`, isNeeded: (file) => files.has(file), needed };
}

function asFontError(error: unknown): ServiceError {
  return isFailure(error, 'not-found', 'unavailable')
    ? error
    : fail('unavailable', 'The font could not be fetched.', { cause: error });
}

async function isThere(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  );
}
