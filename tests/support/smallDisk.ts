import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from './afterFile.ts';

/**
 * A folder on a disk of its own, in memory, gone after the tests of the file.
 * @param kilobytes that it holds. @returns undefined where this machine lets nobody mount one.
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

/** Fills such a disk, but for so many bytes, by a file "fill"; whoever takes that away has all of it again. */
export function leave(folder: string, bytes: number): void {
  const file = join(folder, 'fill');
  rmSync(file, { force: true });
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(file, Buffer.alloc(bavail * bsize - bytes));
}
