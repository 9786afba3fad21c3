import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { findProgram } from './findProgram.ts';
import { isBelow } from './isBelow.ts';
import { ProcessError, probeLimits, runProcess } from './process.ts';
import { type Sockets, seccompFilter } from './seccomp.ts';
import { storesBelow } from './unprivileged.ts';

/** Sandbox of a program: the command prefix and the system call filter; or why there is none. */
export interface Lock {
  words: readonly string[] | undefined;
  filter: Buffer | undefined;
  why: string;
}

/** What a program needs of its sandbox. */
export interface SandboxNeeds {
  /** Arguments of a minimal test run. */
  trial: readonly string[];
  /** The program's own files and folders. */
  reads: readonly string[];
  /** Whether it opens Internet sockets; its network leads nowhere either way. */
  sockets: Sockets;
  /** Whether it may use GPUs. */
  hasGraphics: boolean;
}

/** View of a program that decodes untrusted files: no other processes, and the system's files read-only. */
const system = [
  ...['--die-with-parent', '--hostname', 'sandbox'],
  ...['--dev', '/dev', '--tmpfs', '/tmp', '--ro-bind', '/usr', '/usr'],
  ...['/etc/alternatives', '/etc/ld.so.cache', '/nix/store'].flatMap(readIfThere),
];
const apart = ['--unshare-all', '--cap-drop', 'ALL'];
/** For root without a user namespace, in which it could not read files of others, see `readsAll`. */
const apartAsRoot = [
  ...['ipc', 'pid', 'net', 'uts', 'cgroup-try'].map((kind) => `--unshare-${kind}`),
  ...['--cap-drop', 'ALL'],
];
/** Must follow the other arguments if root has to read files that only their owner can read. */
const readsAll = ['--cap-add', 'CAP_DAC_READ_SEARCH'];
/**
 * Its own process list. Containers hide parts of /proc, which forbids that: then none, which these programs do not
 * need.
 */
const processLists = [['--proc', '/proc'], []];
/** Symbolic links into /usr on most systems. */
const systemFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64'];
/** CA certificates, wherever the system stores them. */
const certificates = ['/etc/ssl', '/etc/pki', '/etc/ca-certificates', '/etc/crypto-policies'].flatMap(readIfThere);

function readIfThere(path: string): string[] {
  return ['--ro-bind-try', path, path];
}

/** Determines how this machine can sandbox a program: a container may forbid what the machine allows. */
export async function findLock(program: string, { trial, reads, sockets, hasGraphics }: SandboxNeeds): Promise<Lock> {
  const none = (why: string): Lock => ({ words: undefined, filter: undefined, why });
  const bwrap = findProgram('bwrap');
  if (bwrap === undefined) return none('bwrap is not installed.');
  const path = findProgram(program);
  if (path === undefined) return none(`${program} was not found.`);
  const hidden = storesBelow('/usr').flatMap((root) => ['--tmpfs', root]);
  const more = [...hidden, ...(sockets === 'internet' ? certificates : []), ...(hasGraphics ? graphics() : [])];
  more.push(...reads.flatMap(mountRead));
  const filter = seccompFilter(sockets);
  const why: string[] = [];
  for (const words of await lockingWords(bwrap, path, more)) {
    // Without seccomp support, the sandbox still works.
    for (const one of filter ? [filter, undefined] : [undefined]) {
      const lock: Lock = { words: one ? [...words, '--seccomp', '3'] : words, filter: one, why: '' };
      try {
        await runProcess(program, trial, { limits: probeLimits, confinement: confined(lock) });
        return lock;
      } catch (error) {
        const log = error instanceof ProcessError ? error.log.trim() : String(error);
        why.push(log.split('\n').at(-1) || 'bwrap failed.');
      }
    }
  }
  return none(why.at(-1) ?? '');
}

/** Returns how to start a program in a sandbox. @param mounts further files that it sees. */
export function confined({ words = [], filter }: Lock, mounts: readonly string[] = []) {
  return { words: [...words, ...mounts, '--remount-ro', '/', '--'], filter };
}

/**
 * Returns possible command prefixes, best first. Most programs need no other files; some have libraries in their
 * folder.
 */
async function lockingWords(bwrap: string, path: string, more: readonly string[]): Promise<string[][]> {
  const folder = dirname(await realpath(path));
  const alone = mountRead(resolve(path));
  // The root folder contains everything.
  const places = alone.length === 0 || folder === '/' ? [alone] : [alone, [...mountRead(homeOf(folder)), ...alone]];
  const ways = process.getuid?.() === 0 ? [apartAsRoot, apart] : [apart];
  const folders = systemFolders.flatMap(mountSystem);
  const withLists = ways.flatMap((way) => processLists.map((list) => [bwrap, ...way, ...list, ...system]));
  return withLists.flatMap((words) => places.map((own) => [...words, ...folders, ...more, ...own]));
}

/**
 * Returns the folder with everything that a program needs: for a Python virtual environment or a build, the parent
 * folder.
 */
function homeOf(folder: string): string {
  const above = dirname(folder);
  return ['pyvenv.cfg', 'CMakeCache.txt'].some((name) => existsSync(join(above, name))) ? above : folder;
}

/** Returns the paths of an operator's program: the program itself, plus its virtual environment or build folder. */
export async function pathsOf(program: string): Promise<string[]> {
  const real = await realpath(program).catch(() => program);
  const home = homeOf(dirname(real));
  return [resolve(program), home === dirname(real) ? real : home];
}

function mountSystem(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return lstatSync(folder).isSymbolicLink()
    ? ['--symlink', readlinkSync(folder), folder]
    : ['--ro-bind', folder, folder];
}

/** Mounts GPUs, and where their libraries look for them. */
function graphics(): string[] {
  const devices = ['/dev/dri', '/dev/kfd', ...readdirSync('/dev').filter((name) => name.startsWith('nvidia'))]
    .map((name) => resolve('/dev', name))
    .filter((path) => existsSync(path));
  if (devices.length === 0) return [];
  return [...devices.flatMap((path) => ['--dev-bind', path, path]), '--ro-bind', '/sys', '/sys'];
}

/** Returns arguments to mount a file or folder read-only; none if the system's folders contain it. */
export function mountRead(path: string): string[] {
  const isShown = isBelow(path, '/usr') && !storesBelow('/usr').some((root) => isBelow(path, root));
  return isShown ? [] : readIfThere(path);
}

/** Returns arguments that let root read private files of others; none if all files are readable anyway. */
export async function rightsToRead(paths: readonly string[]): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return [];
  for (const path of paths) if (!(await isReadByRoot(path))) return readsAll;
  return [];
}

/** Whether root without capabilities can read a file. A missing one counts as readable. */
async function isReadByRoot(path: string): Promise<boolean> {
  const info = await stat(path).catch(() => undefined);
  if (!info) return true;
  const { uid, gid, mode } = info;
  return (mode & (uid === 0 ? 0o400 : gid === 0 ? 0o040 : 0o004)) !== 0;
}
