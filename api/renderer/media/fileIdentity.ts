import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { lendsFiles } from '../../system/unprivileged.ts';

/**
 * Returns a cheap fingerprint of a file that changes when the file is written or replaced; '' if the file is missing.
 * Hashing gigabytes would take seconds, so it uses inode, size, change times and a few samples, because file clocks are
 * coarse and times can be set. Omits ctime where files are lent, because lending changes names and permissions.
 */
export async function fileIdentity(path: string): Promise<string> {
  const info = await stat(path, { bigint: true }).catch(() => undefined);
  if (!info) return '';
  const { dev, ino, size, mtimeNs, ctimeNs } = info;
  const sample = info.isFile() ? await sampleOf(path, Number(size)).catch(() => '') : '';
  return [dev, ino, size, mtimeNs, sample, ...(lendsFiles() ? [] : [ctimeNs])].join('-');
}

/** Bytes that are sampled at each of the start, the middle and the end. */
const sampleBytes = 4096;

async function sampleOf(path: string, size: number): Promise<string> {
  const file = await open(path);
  try {
    const hash = createHash('sha256');
    const bytes = new Uint8Array(sampleBytes);
    for (const at of new Set([0, size / 2, size - sampleBytes].map((place) => Math.max(0, Math.floor(place))))) {
      const { bytesRead } = await file.read(bytes, 0, sampleBytes, at);
      hash.update(bytes.subarray(0, bytesRead));
    }
    return hash.digest('hex').slice(0, 16);
  } finally {
    await file.close();
  }
}

/** Whether two fingerprints belong to the same file, under any name. */
export function isSameFile(one: string, other: string): boolean {
  return one !== '' && start(one, 2) === start(other, 2);
}

/** Whether the content of a file is unchanged. New names and permissions do not count. */
export function hasSameContent(before: string, now: string): boolean {
  return start(before, 5) === start(now, 5);
}

function start(identity: string, parts: number): string {
  return identity.split('-').slice(0, parts).join();
}
