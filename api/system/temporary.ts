import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { whyOf } from './makeFolder.ts';
import { SetupError } from './process.ts';
import { processStart } from './processStart.ts';

/** Of a process elsewhere nobody here can tell whether it lives; what it did not touch for this long is left over, milliseconds. */
const OLD_MS = 24 * 3600_000;

const ours = /^\.?cutroom-([0-9a-f]{8})-(\d+)-(\d+)-\w+(?:\.part(?:\.\w+)?)?$/;

let whereabouts: { place: string; started: string } | undefined;

/** Which processes can be seen from here: those of one start of one machine, and of one container. "00000000" where that is not known. */
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
    // Another system than Linux.
  }
  return { place: '00000000', started: '0' };
}

/** The beginning of names of what this process works on: by it, others know when it is left over. */
export function temporaryPrefix(): string {
  const { place, started } = here();
  return `cutroom-${place}-${process.pid}-${started}-`;
}

/**
 * Makes a folder for what this process works on.
 * @param within which folder. @throws SetupError that says in words why none can be there; a full disk is its cause.
 */
export async function makeWorkFolder(within: string): Promise<string> {
  return mkdtemp(join(within, temporaryPrefix())).catch((error: unknown) => {
    throw new SetupError(`No unfinished work can be kept in ${within}: ${whyOf(error)}.`, { cause: error });
  });
}

/** A name for what becomes a file, beside it, hidden and of a length of its own. @param ending of the name, without a dot. */
export function partBeside(file: string, ending = ''): string {
  const random = randomBytes(6).toString('hex');
  return join(dirname(file), `.${temporaryPrefix()}${random}.part${ending === '' ? '' : `.${ending}`}`);
}

/**
 * Removes from a folder what processes left there that were killed: files of `partBeside`, folders of `temporaryPrefix`.
 * What a living process works on stays, as does what other users have. Nothing that fails here matters.
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
    // It is our own and not to be seen: nobody has asked for its end yet.
    return true;
  } catch (error) {
    // Another user's may be hidden.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
