import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { lockedEnvironment } from './environment.ts';

/** What a child process may use at most. */
export interface Limits {
  /** Seconds on the clock. */
  wallSeconds: number;
  /** Seconds of CPU over all threads. */
  cpuSeconds: number;
  /** Address space, bytes. */
  memory: number;
  /** Largest file it may write, bytes. */
  fileSize: number;
}

/** What stands between a program and the machine, see sandbox.ts. */
export interface Confinement {
  /** Words before the program that lock it in. */
  words?: readonly string[] | undefined;
  /** A seccomp filter, which the words read on descriptor 3. */
  filter?: Uint8Array | undefined;
  /** Uid and gid of the program, which belong to no account. */
  user?: number | undefined;
  /** Gid of the files that such programs may read. */
  readers?: number | undefined;
}

/** How a program is started. */
export interface Launch {
  limits: Limits;
  cwd?: string | undefined;
  /** Without it, the program is only kept from gaining rights. */
  confinement?: Confinement | undefined;
  /** Variables beside those of `lockedEnvironment`; nothing else of this process's environment is passed on. */
  env?: NodeJS.ProcessEnv | undefined;
  /** Whether it is told anything on standard input. Default false. */
  isTold?: boolean | undefined;
}

/** Starts a program with an argument list, never a shell, in a process group of its own that dies with this process. */
export function launch(command: string, args: readonly string[], options: Launch): ChildProcess {
  const { limits, cwd, confinement = {}, env, isTold = false } = options;
  const [file = command, ...all] = [...starters(limits, confinement), command, ...args];
  const { filter } = confinement;
  const child = spawn(file, all, {
    cwd,
    env: { ...lockedEnvironment(), ...env },
    stdio: [isTold ? 'pipe' : 'ignore', 'pipe', 'pipe', ...(filter ? (['pipe'] as const) : [])],
    detached: true,
  });
  if (filter) giveFilter(child, filter);
  return child;
}

function giveFilter(child: ChildProcess, filter: Uint8Array): void {
  const stream = child.stdio[3];
  if (!stream || !('write' in stream)) return;
  // A program that ended at once reads none; its end says more.
  stream.on('error', () => undefined);
  stream.end(filter);
}

const find = (name: string) => [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path));
const prlimit = find('prlimit');

/** Most processes and threads of a user that has no other ones. */
const mostThreads = 4096;

/** The programs that start a program with fewer rights, as far as this system has them. */
function starters(limits: Limits, { words = [], user, readers }: Confinement): string[] {
  const caps = [`--as=${limits.memory}`, `--cpu=${limits.cpuSeconds}`, `--fsize=${limits.fileSize}`, '--core=0'];
  const own = user === undefined ? [] : [`--nproc=${mostThreads}`];
  return [
    ...privileges(words.length > 0, user, readers),
    ...(prlimit ? [prlimit, ...caps, ...own, '--'] : []),
    ...words,
  ];
}

/**
 * Where the system can, the kernel ends the child when we die, even of SIGKILL: no orphan goes on encoding. And it gains no
 * rights; what locks it in may be a program that has to, and sees to it later.
 */
function privileges(isLockedIn: boolean, user: number | undefined, readers: number | undefined): string[] {
  const program = setpriv();
  if (program === undefined) return [];
  const less =
    user === undefined
      ? []
      : [`--reuid=${user}`, `--regid=${user}`, `--groups=${readers ?? user}`, '--inh-caps=-all', '--bounding-set=-all'];
  return [program, '--pdeathsig', 'KILL', ...(isLockedIn ? [] : ['--no-new-privs']), ...less, '--'];
}

let known: { path: string | undefined } | undefined;

/** The program that starts others with fewer rights; undefined where there is none, or one that cannot do what is needed. */
export function setpriv(): string | undefined {
  known ??= { path: ['/usr/bin/setpriv', '/bin/setpriv'].find(knowsDeathSignal) };
  return known.path;
}

/** The small setpriv of BusyBox, and old ones, do not know the option. Trying it would take as long as reading a picture. */
function knowsDeathSignal(path: string): boolean {
  return existsSync(path) && readFileSync(path).includes('pdeathsig');
}

/** Kills a process and all that it started, if there is any left. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
