import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from './afterFile.ts';

/**
 * Mounts a folder on an in-memory disk, removed after the tests of the file.
 * @param kilobytes its capacity. @returns undefined if this machine does not allow mounting.
 */
export function smallDisk(kilobytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' });
    afterFile(() => {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

/** Fills such a disk with a file "fill", except for some bytes. Deleting the file frees the disk. */
export function fillExcept(folder: string, bytes: number): void {
  const file = join(folder, 'fill');
  rmSync(file, { force: true });
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(file, Buffer.alloc(bavail * bsize - bytes));
}
