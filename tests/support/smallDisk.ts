import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * A folder on a disk of its own, in memory, gone after the tests of the file.
 * @param kilobytes that it holds. @returns undefined where this machine lets nobody mount one.
 */
export function smallDisk(kilobytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' });
    afterAll(() => {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}
