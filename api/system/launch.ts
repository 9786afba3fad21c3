import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { lockedEnvironment } from './environment.ts';

/** Resource limits of a child process. */
export interface Limits {
  /** Wall clock time in seconds. */
  wallSeconds: number;
  /** CPU time of all threads in seconds. */
  cpuSeconds: number;
  /** Address space in bytes. */
  memory: number;
  /** Largest file that it may write, in bytes. */
  fileSize: number;
}

/** Isolation of a program, see sandbox.ts. */
export interface Confinement {
  /** Command prefix of the sandbox. */
  words?: readonly string[] | undefined;
  /** A seccomp filter, read by the sandbox on descriptor 3. */
  filter?: Uint8Array | undefined;
  /** Uid and gid of the program, which belong to no account. */
  user?: number | undefined;
  /** Gid of files that such programs may read. */
  readers?: number | undefined;
}

/** How a program is started. */
export interface Launch {
  limits: Limits;
  cwd?: string | undefined;
  /** Without it, the program only cannot gain privileges. */
  confinement?: Confinement | undefined;
  /** Variables in addition to `lockedEnvironment`; nothing else of this process's environment is passed on. */
  env?: NodeJS.ProcessEnv | undefined;
  /** Whether standard input is a pipe. Default: false. */
  hasInput?: boolean | undefined;
}

/** Starts a program with an argument list, without a shell, in its own process group that dies with this process. */
export function launch(command: string, args: readonly string[], options: Launch): ChildProcess {
  const { limits, cwd, confinement = {}, env, hasInput = false } = options;
  const [file = command, ...all] = [...starters(limits, confinement), command, ...args];
  const { filter } = confinement;
  const child = spawn(file, all, {
    cwd,
    env: { ...lockedEnvironment(), ...env },
    stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe', ...(filter ? (['pipe'] as const) : [])],
    detached: true,
  });
  if (filter) giveFilter(child, filter);
  return child;
}

function giveFilter(child: ChildProcess, filter: Uint8Array): void {
  const stream = child.stdio[3];
  if (!stream || !('write' in stream)) return;
  // A program that exits early does not read it; the exit is reported.
  stream.on('error', () => undefined);
  stream.end(filter);
}

const programPath = (name: string) => [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path));
const prlimit = programPath('prlimit');

/** Most processes and threads of a dedicated user. */
const mostThreads = 4096;

/** Returns the prefix of programs that drop privileges, as far as this system has them. */
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
 * Where supported, the kernel kills the child when this process dies, even by SIGKILL, so that no orphan continues
 * encoding. The child cannot gain privileges; a sandbox program may need to, and drops them itself.
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

/** Returns the path of setpriv; undefined if it is missing or lacks needed options. */
export function setpriv(): string | undefined {
  known ??= { path: ['/usr/bin/setpriv', '/bin/setpriv'].find(knowsDeathSignal) };
  return known.path;
}

/** BusyBox's setpriv and old versions lack the option. A test run would take as long as reading an image. */
function knowsDeathSignal(path: string): boolean {
  return existsSync(path) && readFileSync(path).includes('pdeathsig');
}

/** Kills a process and its process group, if any is left. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
