import { existsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { inSpan } from '../telemetry/spans.ts';
import { confined, findLock, type Lock, mountRead, rightsToRead, type Wanted } from './bwrap.ts';
import { environment } from './environment.ts';
import { findProgram } from './findProgram.ts';
import { type Helper, startHelper } from './helper.ts';
import { isBelow } from './isBelow.ts';
import type { Launch } from './launch.ts';
import { linkedFile, refuseForeignLinks } from './mediaLinks.ts';
import { ProcessError, type RunOptions, runProcess } from './process.ts';
import { repeatable } from './repeatable.ts';
import { lend, readers, runsAsOthers, withUser } from './unprivileged.ts';

/** Whether programs run in a sandbox: where this machine has one, always (else the service does not start), or never. */
export const sandboxModes = ['auto', 'require', 'off'] as const;

/** How a program is run that reads users' files. */
export interface LockedOptions extends Omit<RunOptions, 'confinement'> {
  /** Arguments with which the program only shows that it starts. Default: `-version`. */
  trial?: readonly string[];
  /** Files and folders of the program's own that it reads, beside those that the arguments name as `file:…`. */
  reads?: readonly string[];
  /** Whether it only reads the files that its arguments name, also those without -i before them. Default false. */
  onlyReads?: boolean | undefined;
  /** Whether it opens sockets of the Internet, in a network that leads nowhere. Default false. */
  hasSockets?: boolean;
  /** Whether it may use graphics cards. Default false. */
  hasGraphics?: boolean;
}

const found = new Map<string, Promise<Lock>>();

/**
 * Runs a program that reads users' files; where the machine can, in a sandbox (`bwrap`) in which there is nothing but the folder
 * that it runs in and the files that its arguments name as `file:…`: those after `-i` can only be read. Elsewhere it has no
 * environment and may gain no rights, and a service of root's runs it as a user of its own.
 * @throws ProcessError as runProcess does; what cannot be locked in, though it must be, is not started.
 */
export function runLocked(program: string, args: readonly string[], options: LockedOptions): Promise<string> {
  return inSpan({ name: basename(program) }, () => lockIn(program, args, options));
}

async function lockIn(program: string, args: readonly string[], options: LockedOptions): Promise<string> {
  const lock = await lockOf(program, options);
  try {
    if (lock.words) return await runInSandbox(program, args, { ...options, lock });
    if (await runsAsOthers(program, trialOf(options))) return await runAsOther(program, args, options);
    return await runProcess(program, args, options);
  } finally {
    if (options.cwd !== undefined) await refuseForeignLinks(options.cwd);
  }
}

async function runInSandbox(
  program: string,
  args: readonly string[],
  { lock, ...options }: LockedOptions & { lock: Lock },
): Promise<string> {
  const { mounts, read, made } = await mountsOf(args, options);
  try {
    const confinement = confined(lock, [...mounts, ...(await rightsToRead(read))]);
    return await runProcess(program, args, { ...options, confinement });
  } catch (error) {
    // The program was never there: what the sandbox says is no word on any file.
    const isOfSandbox = error instanceof ProcessError && error.reason === 'exit' && /^bwrap: /.test(error.log);
    throw isOfSandbox ? new ProcessError(program, 'start', error.log) : error;
  } finally {
    for (const path of made) await removeEmpty(path);
  }
}

function runAsOther(program: string, args: readonly string[], options: LockedOptions): Promise<string> {
  return withUser(async (user) => {
    const lent = await lend({ args, isRead: readerOf(args, options), cwd: options.cwd }, user);
    try {
      const printed = await runProcess(program, lent.args, {
        ...options,
        cwd: lent.folder,
        confinement: { user, readers },
      });
      await lent.collect();
      return printed;
    } finally {
      await lent.end();
    }
  }, options.cwd);
}

/** Runs ffmpeg, see runLocked, so that it encodes the same each time. */
export function runFfmpeg(args: readonly string[], options: RunOptions): Promise<string> {
  return runLocked(environment().ffmpeg, repeatable(args), options);
}

/** A program that stays, and the folder that it works in. */
export interface LockedHelper {
  helper: Helper;
  /** As who it runs, where that is somebody else. */
  user: number | undefined;
}

/** How a program that stays is started. */
export interface HelperOptions extends Omit<Launch, 'isTold' | 'confinement' | 'cwd'> {
  onLine: (line: string) => void;
  trial: readonly string[];
  reads: readonly string[];
  /** Folder that it runs in, and the folders in it that it may only read. */
  cwd: string;
  readOnly: readonly string[];
}

/**
 * Starts a program that stays, as runLocked would run it.
 * @param onUser gets, before it starts, as who it will run, where that is somebody else.
 */
export async function startLocked(
  program: string,
  args: readonly string[],
  options: HelperOptions,
  onUser: (user: number) => Promise<void>,
): Promise<LockedHelper> {
  const { readOnly, ...launched } = options;
  const lock = await lockOf(program, options);
  if (lock.words) {
    const { mounts } = await mountsOf([], options);
    const kept = readOnly.map((name) => resolve(options.cwd, name)).flatMap((path) => ['--ro-bind', path, path]);
    return {
      helper: startHelper(program, args, { ...launched, confinement: confined(lock, [...mounts, ...kept]) }),
      user: undefined,
    };
  }
  if (!(await runsAsOthers(program, trialOf(options))))
    return { helper: startHelper(program, args, launched), user: undefined };
  return new Promise((resolve, reject) => {
    void withUser(async (user) => {
      await onUser(user);
      const helper = startHelper(program, args, { ...launched, confinement: { user, readers } });
      resolve({ helper, user });
      await helper.ended;
    }).catch(reject);
  });
}

/** Whether a program is locked in here, in a sentence. */
export interface SandboxReport {
  isLockedIn: boolean;
  text: string;
}

/** Says whether ffmpeg is locked in here, why not, and what would help. @throws Error where it must be and cannot. */
export async function describeSandbox(): Promise<SandboxReport> {
  const { words, filter, why } = await sandboxOf(environment().ffmpeg, wantedOf({}));
  if (words)
    return {
      isLockedIn: true,
      text: `Programs that read users’ files run in a sandbox${filter ? '' : ', without a filter of system calls'}.`,
    };
  return { isLockedIn: false, text: `Programs that read users’ files run without a sandbox: ${why}${remedy()}` };
}

/** The package managers of systems with the package, and how they install it. */
const installers = [
  ['/usr/bin/apt-get', 'apt-get install bubblewrap'],
  ['/usr/bin/dnf', 'dnf install bubblewrap'],
  ['/usr/bin/pacman', 'pacman -S bubblewrap'],
  ['/sbin/apk', 'apk add bubblewrap'],
  ['/usr/bin/zypper', 'zypper install bubblewrap'],
] as const;

function remedy(): string {
  if (environment().sandbox === 'off' || process.platform !== 'linux' || findProgram('bwrap') !== undefined) return '';
  const [, command = 'install bubblewrap'] = installers.find(([program]) => existsSync(program)) ?? [];
  return ` To fix this: ${command}`;
}

const trialOf = ({ trial = ['-version'] }: Pick<LockedOptions, 'trial'>) => trial;

type Needs = Pick<LockedOptions, 'trial' | 'reads' | 'hasSockets' | 'hasGraphics'>;

function wantedOf({ trial, reads = [], hasSockets = false, hasGraphics = false }: Needs): Wanted {
  const sockets = hasSockets ? 'internet' : 'local';
  return { trial: trialOf(trial ? { trial } : {}), reads, sockets, hasGraphics };
}

/** @throws ProcessError where it must be locked in and cannot. */
async function lockOf(
  program: string,
  options: Pick<LockedOptions, 'trial' | 'hasSockets' | 'hasGraphics'>,
): Promise<Lock> {
  return sandboxOf(program, wantedOf(options)).catch((error: Error) => {
    throw new ProcessError(program, 'start', error.message);
  });
}

/** Tried once for each program and need: a container may forbid what the machine allows. */
function sandboxOf(program: string, wanted: Wanted): Promise<Lock> {
  const { sandbox } = environment();
  const key = JSON.stringify([sandbox, program, wanted]);
  const known = found.get(key) ?? trySandbox(program, sandbox, wanted);
  found.set(key, known);
  // What is not there, or fails, is tried again: it may be installed meanwhile.
  const forget = () => found.get(key) === known && found.delete(key);
  known.then(() => findProgram(program) ?? forget(), forget);
  return known;
}

async function trySandbox(program: string, mode: string, wanted: Wanted): Promise<Lock> {
  if (mode === 'off') return { words: undefined, filter: undefined, why: 'CUTROOM_SANDBOX is off.' };
  const tried = await findLock(program, wanted);
  if (!tried.words && mode === 'require')
    throw new Error(`CUTROOM_SANDBOX is "require", but there is no sandbox here: ${tried.why}`);
  return tried;
}

type MountOptions = Pick<LockedOptions, 'cwd' | 'reads' | 'onlyReads'>;

/** Says whether an argument names a file that is only read: those after -i, or all. */
function readerOf(args: readonly string[], { onlyReads = false }: Pick<MountOptions, 'onlyReads'>) {
  return (index: number) => onlyReads || args[index - 1] === '-i';
}

/** What a run may see beside the system. Files that it is to write are made before, since nothing else of their folder is there. */
async function mountsOf(args: readonly string[], { cwd, reads = [], onlyReads }: MountOptions) {
  const mounts: string[] = [];
  if (cwd !== undefined) mounts.push('--bind', cwd, cwd, '--chdir', cwd);
  const [read, made]: [string[], string[]] = [[...reads], []];
  const isRead = readerOf(args, { onlyReads });
  for (const [i, arg] of args.entries()) {
    if (!arg.startsWith('file:')) continue;
    const path = resolve(cwd ?? '.', arg.slice('file:'.length));
    const target = linkedFile(path);
    if (cwd !== undefined && target === undefined && isBelow(path, cwd)) continue;
    // Media stand in the folder of a render as links to where they lie: of maybe thousands, each run is given its own.
    const file = target ?? path;
    if (target !== undefined || isRead(i)) {
      const isInFolder = cwd !== undefined && isBelow(path, cwd);
      mounts.push(...(target === undefined || isInFolder ? mountRead(file) : ['--ro-bind-try', target, path]));
      read.push(file);
      continue;
    }
    if (await makeEmpty(file)) made.push(file);
    mounts.push('--bind-try', file, file);
  }
  return { mounts, read, made };
}

/** @returns whether it was not there before. */
async function makeEmpty(path: string): Promise<boolean> {
  const handle = await open(path, 'wx').catch(() => undefined);
  await handle?.close();
  return handle !== undefined;
}

/** What failed before it wrote anything leaves nothing. */
async function removeEmpty(path: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: undefined }));
  if (size === 0) await rm(path, { force: true });
}
