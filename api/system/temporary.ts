import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { whyOf } from './makeFolder.ts';
import { SetupError } from './process.ts';
import { processStart } from './processStart.ts';

/**
 * Milliseconds without changes after which temporary files of processes that are not visible from here count as stale.
 */
const OLD_MS = 24 * 3600_000;

const ours = /^\.?cutroom-([0-9a-f]{8})-(\d+)-(\d+)-\w+(?:\.part(?:\.\w+)?)?$/;

let whereabouts: { place: string; started: string } | undefined;

/** Identifies the set of visible processes: one boot of one machine, and one container. "00000000" if unknown. */
function here(): { place: string; started: string } {
  whereabouts ??= readWhereabouts();
  return whereabouts;
}

function readWhereabouts(): { place: string; started: string } {
  const started = processStart(process.pid);
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    const place = createHash('sha256')
      .update(`${boot} ${readlinkSync('/proc/self/ns/pid')}`)
      .digest('hex')
      .slice(0, 8);
    if (started !== undefined) return { place, started };
  } catch {
    // Not Linux.
  }
  return { place: '00000000', started: '0' };
}

/** Returns a name prefix for this process's temporary files, by which others recognize stale ones. */
export function temporaryPrefix(): string {
  const { place, started } = here();
  return `cutroom-${place}-${process.pid}-${started}-`;
}

/**
 * Creates a temporary folder of this process.
 * @param within parent folder. @throws SetupError with a readable reason; the system's error is its cause.
 */
export async function makeWorkFolder(within: string): Promise<string> {
  return mkdtemp(join(within, temporaryPrefix())).catch((error: unknown) => {
    throw new SetupError(`Temporary files cannot be created in ${within}: ${whyOf(error)}.`, { cause: error });
  });
}

/**
 * Returns a hidden temporary name next to a future file; its length does not depend on the file's name. @param ending
 * of the name, without a dot.
 */
export function temporaryName(file: string, ending = ''): string {
  const random = randomBytes(6).toString('hex');
  return join(dirname(file), `.${temporaryPrefix()}${random}.part${ending === '' ? '' : `.${ending}`}`);
}

/**
 * Deletes temporary files and folders of killed processes from a folder, see `partBeside` and `temporaryPrefix`. Those
 * of live processes and other users stay. Errors are ignored.
 */
export async function sweepTemporary(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const found = ours.exec(name);
    if (!found) continue;
    const path = join(folder, name);
    const info = await lstat(path).catch(() => undefined);
    if (!info || (process.getuid && info.uid !== process.getuid())) continue;
    const [, place, pid, started] = found as unknown as [string, string, string, string];
    const isSeen = place === here().place && place !== '00000000';
    const isOver = isSeen ? isGone(Number(pid), started) : Date.now() - info.mtimeMs > OLD_MS;
    if (isOver) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isGone(pid: number, started: string): boolean {
  const now = processStart(pid);
  if (now !== undefined) return now !== started;
  try {
    process.kill(pid, 0);
    // It is a zombie child of ours.
    return true;
  } catch (error) {
    // Processes of other users may be hidden.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
