import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { lendsFiles } from '../../system/unprivileged.ts';

/**
 * What stands for the content of a file: another as soon as the file is written to or replaced. Cheap, because a file of
 * gigabytes would take seconds to read: its place on the disk, when it was last changed, and some of its bytes, because
 * clocks of files are coarse and times can be set. Not its names and rights, where lending it changes them. '' where there is none.
 */
export async function fileIdentity(path: string): Promise<string> {
  const info = await stat(path, { bigint: true }).catch(() => undefined);
  if (!info) return '';
  const { dev, ino, size, mtimeNs, ctimeNs } = info;
  const sample = info.isFile() ? await sampleOf(path, Number(size)).catch(() => '') : '';
  return [dev, ino, size, mtimeNs, sample, ...(lendsFiles() ? [] : [ctimeNs])].join('-');
}

/** Bytes of each of the places of a file that are looked at: its start, its middle and its end. */
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

/** Whether two identities are of one file, under whatever names. */
export function isSameFile(one: string, other: string): boolean {
  return one !== '' && start(one, 2) === start(other, 2);
}

/** Whether a file has the content that it had: new names and rights do not change it. */
export function hasSameContent(before: string, now: string): boolean {
  return start(before, 5) === start(now, 5);
}

function start(identity: string, parts: number): string {
  return identity.split('-').slice(0, parts).join();
}
