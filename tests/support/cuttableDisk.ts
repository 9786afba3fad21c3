import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { inject } from 'vitest';
import { type DiskCommand, FILE } from './cuttableDiskMain.ts';
import { root } from './sources.ts';

const run = promisify(execFile);

/** A disk with a file system (ext4) that can lose power. */
export interface CuttableDisk {
  /** Mount point. */
  folder: string;
  /**
   * Cuts the power: some pages or sectors written since the last flush are lost.
   * @param seed decides which. @returns the number of flushes so far.
   */
  cut(seed: number): Promise<number>;
  /** Mounts the disk as the cut left it, once its users have ended. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

/** Whether this machine can create such a disk: root on Linux, with FUSE and loop devices. */
export function canCutDisks(): boolean {
  const devices = ['/dev/fuse', '/dev/loop-control'];
  return process.platform === 'linux' && process.getuid?.() === 0 && devices.every((device) => existsSync(device));
}

/**
 * Creates an empty disk: ext4 on a loop device, on a file of a FUSE file system in a separate process, which sees each
 * write and flush of the loop device. @param megabytes its size.
 */
export async function openCuttableDisk(megabytes: number): Promise<CuttableDisk> {
  const place = await mkdtemp(path.join(tmpdir(), 'cutroom-cut-'));
  const [backing, folder] = [path.join(place, 'backing'), path.join(place, 'disk')];
  for (const made of [backing, folder]) await mkdir(made);
  const file = path.join(backing, FILE);
  const server = fork(await bundle(), [backing, String(megabytes * 2 ** 20)], { execArgv: [] });
  await once(server, 'message');
  const ask = async (command: DiskCommand): Promise<number> => {
    server.send(command);
    return ((await once(server, 'message')) as [number])[0];
  };
  let loop = '';
  const attach = async () => {
    loop = (await run('losetup', ['--find', '--show', file])).stdout.trim();
  };
  const detach = async () => {
    await run('umount', [folder]).catch(() => run('umount', ['--lazy', folder]));
    await run('losetup', ['--detach', loop]);
  };
  await attach();
  await run('mkfs.ext4', ['-q', '-E', 'lazy_itable_init=0,lazy_journal_init=0', loop]);
  await run('mount', ['-t', 'ext4', loop, folder]);
  return {
    folder,
    cut: (seed) => ask({ do: 'cut', seed }),
    async restart() {
      // Writes during detaching are lost too.
      await detach();
      await ask({ do: 'restore' });
      await attach();
      await run('mount', ['-t', 'ext4', loop, folder]);
    },
    async remove() {
      await detach();
      await ask({ do: 'stop' });
      await rm(place, { recursive: true, force: true });
    },
  };
}

async function bundle(): Promise<string> {
  const outfile = path.join(inject('buildFolder'), 'cuttableDisk.mjs');
  const entry = path.join(root, 'tests/support/cuttableDiskMain.ts');
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile });
  return outfile;
}
