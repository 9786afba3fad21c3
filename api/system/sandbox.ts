import { existsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { inSpan } from '../telemetry/spans.ts';
import { confined, findLock, type Lock, mountRead, rightsToRead, type SandboxNeeds } from './bwrap.ts';
import { environment } from './environment.ts';
import { findProgram } from './findProgram.ts';
import { type Helper, startHelper } from './helper.ts';
import { isBelow } from './isBelow.ts';
import type { Launch } from './launch.ts';
import { linkedFile, rejectForeignLinks } from './mediaLinks.ts';
import { ProcessError, type RunOptions, runProcess } from './process.ts';
import { repeatable } from './repeatable.ts';
import { lend, readers, runsAsOthers, withUser } from './unprivileged.ts';

/** Sandbox modes: if available; required (otherwise the service does not start); never. */
export const sandboxModes = ['auto', 'require', 'off'] as const;

/** Options to run a program that reads users' files. */
export interface LockedOptions extends Omit<RunOptions, 'confinement'> {
  /** Arguments of a minimal test run. Default: `-version`. */
  trial?: readonly string[];
  /** The program's own files and folders, besides those that arguments name as `file:…`. */
  reads?: readonly string[];
  /** Whether it only reads the files in its arguments, even without a preceding -i. Default: false. */
  onlyReads?: boolean | undefined;
  /** Whether it opens Internet sockets, in a network that leads nowhere. Default: false. */
  hasSockets?: boolean;
  /** Whether it may use GPUs. Default: false. */
  hasGraphics?: boolean;
}

const found = new Map<string, Promise<Lock>>();

/**
 * Runs a program that reads users' files. If available, it runs in a sandbox (`bwrap`) that contains only its working
 * folder and the files that its arguments name as `file:…`; those after `-i` are read-only. Otherwise it runs with a
 * minimal environment, cannot gain privileges, and a service run by root uses a dedicated user.
 * @throws ProcessError like runProcess; a program whose required sandbox is unavailable is not started.
 */
export function runSandboxed(program: string, args: readonly string[], options: LockedOptions): Promise<string> {
  return inSpan({ name: basename(program) }, () => lockIn(program, args, options));
}

async function lockIn(program: string, args: readonly string[], options: LockedOptions): Promise<string> {
  const lock = await lockOf(program, options);
  try {
    if (lock.words) return await runInSandbox(program, args, { ...options, lock });
    if (await runsAsOthers(program, trialOf(options))) return await runAsOther(program, args, options);
    return await runProcess(program, args, options);
  } finally {
    if (options.cwd !== undefined) await rejectForeignLinks(options.cwd);
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
    // The program never ran: the sandbox's error says nothing about the file.
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

/** Runs ffmpeg in a sandbox, see runLocked, with reproducible encoding. */
export function runFfmpeg(args: readonly string[], options: RunOptions): Promise<string> {
  return runSandboxed(environment().ffmpeg, repeatable(args), options);
}

/** A long-running sandboxed program. */
export interface LockedHelper {
  helper: Helper;
  /** Its dedicated user, if any. */
  user: number | undefined;
}

/** Options to start a long-running program. */
export interface HelperOptions extends Omit<Launch, 'hasInput' | 'confinement' | 'cwd'> {
  onLine: (line: string) => void;
  trial: readonly string[];
  reads: readonly string[];
  /** Its working folder, and read-only folders inside it. */
  cwd: string;
  readOnly: readonly string[];
}

/**
 * Starts a long-running program like runLocked.
 * @param onUser gets its dedicated user, if any, before it starts.
 */
export async function startSandboxed(
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

/** State of the sandbox, as a sentence. */
export interface SandboxReport {
  isLockedIn: boolean;
  text: string;
}

/**
 * Describes whether ffmpeg runs in a sandbox, and otherwise why not and what helps. @throws Error if a required sandbox
 * is unavailable.
 */
export async function describeSandbox(): Promise<SandboxReport> {
  const { words, filter, why } = await sandboxOf(environment().ffmpeg, sandboxNeedsOf({}));
  if (words)
    return {
      isLockedIn: true,
      text: `Programs that read users’ files run in a sandbox${filter ? '' : ', without a system call filter'}.`,
    };
  return { isLockedIn: false, text: `Programs that read users’ files run without a sandbox: ${why}${remedy()}` };
}

/** Package managers and their commands to install the sandbox. */
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

function sandboxNeedsOf({ trial, reads = [], hasSockets = false, hasGraphics = false }: Needs): SandboxNeeds {
  const sockets = hasSockets ? 'internet' : 'local';
  return { trial: trialOf(trial ? { trial } : {}), reads, sockets, hasGraphics };
}

/** Finds the sandbox of a program. @throws ProcessError if a required sandbox is unavailable. */
async function lockOf(
  program: string,
  options: Pick<LockedOptions, 'trial' | 'hasSockets' | 'hasGraphics'>,
): Promise<Lock> {
  return sandboxOf(program, sandboxNeedsOf(options)).catch((error: Error) => {
    throw new ProcessError(program, 'start', error.message);
  });
}

/** Tested once per program and need: a container may forbid what the machine allows. */
function sandboxOf(program: string, needs: SandboxNeeds): Promise<Lock> {
  const { sandbox } = environment();
  const key = JSON.stringify([sandbox, program, needs]);
  const known = found.get(key) ?? trySandbox(program, sandbox, needs);
  found.set(key, known);
  // Missing programs and failures are tested again: they may be installed meanwhile.
  const forget = () => found.get(key) === known && found.delete(key);
  known.then(() => findProgram(program) ?? forget(), forget);
  return known;
}

async function trySandbox(program: string, mode: string, needs: SandboxNeeds): Promise<Lock> {
  if (mode === 'off') return { words: undefined, filter: undefined, why: 'CUTROOM_SANDBOX is off.' };
  const tried = await findLock(program, needs);
  if (!tried.words && mode === 'require')
    throw new Error(`CUTROOM_SANDBOX is "require", but no sandbox is available: ${tried.why}`);
  return tried;
}

type MountOptions = Pick<LockedOptions, 'cwd' | 'reads' | 'onlyReads'>;

/** Returns whether an argument names a read-only file: those after -i, or all. */
function readerOf(args: readonly string[], { onlyReads = false }: Pick<MountOptions, 'onlyReads'>) {
  return (index: number) => onlyReads || args[index - 1] === '-i';
}

/**
 * Returns what a run sees besides the system. Output files are created first, since nothing else of their folder is
 * visible.
 */
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
    // Media are links in a render's folder, maybe thousands; each run only gets its own.
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

/** Creates an empty file. @returns whether it did not exist. */
async function makeEmpty(path: string): Promise<boolean> {
  const handle = await open(path, 'wx').catch(() => undefined);
  await handle?.close();
  return handle !== undefined;
}

/** Deletes the empty output file of a failed run. */
async function removeEmpty(path: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: undefined }));
  if (size === 0) await rm(path, { force: true });
}
