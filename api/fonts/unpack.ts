import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { fail, type ServiceError } from '../system/serviceError.ts';

/** Largest extracted file, and largest unpacked package, in bytes. */
const MAX_FILE_BYTES = 4_000_000;
const MAX_UNPACKED_BYTES = 200_000_000;
const BLOCK = 512;
const START = 'package/';

/**
 * Extracts files from a tarball: only requested files, under the caller's paths, never under paths from the tarball.
 * @param outputPath returns the output path for a path in the package, such as "files/abel-latin-400-normal.woff2";
 * undefined to skip it.
 * @returns the extracted paths. @throws ServiceError if the archive is invalid or too large, or contains an invalid font.
 */
export async function unpackFiles(
  tarball: string,
  outputPath: (path: string) => string | undefined,
): Promise<Set<string>> {
  const found = new Set<string>();
  const bytes = createReader(createReadStream(tarball).pipe(createGunzip()));
  for (;;) {
    const header = await bytes.readBytes(BLOCK);
    if (header.length < BLOCK || header[0] === 0) return found;
    const { name, size, isFile } = parseHeader(header);
    const padded = Math.ceil(size / BLOCK) * BLOCK;
    const to = isFile && name.startsWith(START) ? outputPath(name.slice(START.length)) : undefined;
    if (to === undefined) {
      await bytes.skip(padded);
      continue;
    }
    if (size > MAX_FILE_BYTES) throw refused();
    const content = (await bytes.readBytes(padded)).subarray(0, size);
    if (content.length < size || (path.extname(to) === '.woff2' && content.toString('latin1', 0, 4) !== 'wOF2'))
      throw refused();
    await writeFile(to, content, { flag: 'wx' });
    found.add(name.slice(START.length));
  }
}

/** Parses name, size and type of an entry (POSIX ustar). */
function parseHeader(header: Buffer): { name: string; size: number; isFile: boolean } {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/s, '');
  const size = Number.parseInt(text(124, 136).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0) throw refused();
  const prefix = text(257, 262) === 'ustar' ? text(345, 500) : '';
  const kind = header[156];
  return { name: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100), size, isFile: kind === 0 || kind === 0x30 };
}

/** Reads a stream in chunks of exact length; shorter ones at its end. */
function createReader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);
  let total = 0;
  const next = async (): Promise<boolean> => {
    const { value, done } = await chunks.next().catch((error: unknown) => {
      throw refused(error);
    });
    if (done) return false;
    total += value.length;
    if (total > MAX_UNPACKED_BYTES) throw refused();
    buffered = buffered.length === 0 ? value : Buffer.concat([buffered, value]);
    return true;
  };
  return {
    async readBytes(length: number): Promise<Buffer> {
      while (buffered.length < length && (await next()));
      const taken = buffered.subarray(0, length);
      buffered = buffered.subarray(length);
      return taken;
    },
    async skip(length: number): Promise<void> {
      let left = length;
      while (left > 0) {
        const step = Math.min(left, buffered.length);
        buffered = buffered.subarray(step);
        left -= step;
        if (left > 0 && !(await next())) return;
      }
    },
  };
}

function refused(cause?: unknown): ServiceError {
  return fail('not-found', 'The font’s package is invalid.', { cause: cause });
}
