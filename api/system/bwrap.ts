import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { findProgram } from './findProgram.ts';
import { isBelow } from './isBelow.ts';
import { ProcessError, probeLimits, runProcess } from './process.ts';
import { type Sockets, seccompFilter } from './seccomp.ts';
import { storesBelow } from './unprivileged.ts';

/** How a program is locked in: the words before it, and the filter of its system calls; or why it cannot be. */
export interface Lock {
  words: readonly string[] | undefined;
  filter: Buffer | undefined;
  why: string;
}

/** What a program needs of a sandbox. */
export interface Wanted {
  /** Arguments with which it only shows that it starts. */
  trial: readonly string[];
  /** Files and folders of its own. */
  reads: readonly string[];
  /** Whether it opens sockets of the Internet; a network that leads anywhere it has not. */
  sockets: Sockets;
  /** Whether it may use graphics cards. */
  hasGraphics: boolean;
}

/** What a program that decodes files of unknown origin is left: no other processes, the system's own files to read. */
const system = [
  ...['--die-with-parent', '--hostname', 'sandbox'],
  ...['--dev', '/dev', '--tmpfs', '/tmp', '--ro-bind', '/usr', '/usr'],
  ...['/etc/alternatives', '/etc/ld.so.cache', '/nix/store'].flatMap(readIfThere),
];
const apart = ['--unshare-all', '--cap-drop', 'ALL'];
/** For root without another name for the user, under which it could not read what belongs to others, see `readsAll`. */
const apartAsRoot = [
  ...['ipc', 'pid', 'net', 'uts', 'cgroup-try'].map((kind) => `--unshare-${kind}`),
  ...['--cap-drop', 'ALL'],
];
/** What has to stand after the other words where root is to read a file that its owner keeps to themselves. */
const readsAll = ['--cap-add', 'CAP_DAC_READ_SEARCH'];
/** Its own list of processes; in a container, which hides parts of that, none: programs here do without. */
const processLists = [['--proc', '/proc'], []];
/** On most systems links into /usr. */
const systemFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64'];
/** Certificates of those whom everybody trusts, wherever a system has them. */
const certificates = ['/etc/ssl', '/etc/pki', '/etc/ca-certificates', '/etc/crypto-policies'].flatMap(readIfThere);

function readIfThere(path: string): string[] {
  return ['--ro-bind-try', path, path];
}

/** Finds out how this machine can lock a program in: a container may forbid what the machine allows. */
export async function findLock(program: string, { trial, reads, sockets, hasGraphics }: Wanted): Promise<Lock> {
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
    // A kernel without filters still locks in.
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

/** How a program is started in a lock. @param mounts what it sees beside the system. */
export function confined({ words = [], filter }: Lock, mounts: readonly string[] = []) {
  return { words: [...words, ...mounts, '--remount-ro', '/', '--'], filter };
}

/** What may lock a program in, the best first. Most need nothing beside themselves; some have libraries in their folder. */
async function lockingWords(bwrap: string, path: string, more: readonly string[]): Promise<string[][]> {
  const folder = dirname(await realpath(path));
  const alone = mountRead(resolve(path));
  // In the first folder of all lies everything.
  const places = alone.length === 0 || folder === '/' ? [alone] : [alone, [...mountRead(homeOf(folder)), ...alone]];
  const ways = process.getuid?.() === 0 ? [apartAsRoot, apart] : [apart];
  const folders = systemFolders.flatMap(mountSystem);
  const withLists = ways.flatMap((way) => processLists.map((list) => [bwrap, ...way, ...list, ...system]));
  return withLists.flatMap((words) => places.map((own) => [...words, ...folders, ...more, ...own]));
}

/** The folder with all that a program in this folder needs: of a virtual environment of Python, or of a build, the one above. */
function homeOf(folder: string): string {
  const above = dirname(folder);
  return ['pyvenv.cfg', 'CMakeCache.txt'].some((name) => existsSync(join(above, name))) ? above : folder;
}

/** Paths that show a program of one's own, beside which nothing of it is needed but its virtual environment. */
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

/** Graphics cards, and where their libraries look for them. */
function graphics(): string[] {
  const devices = ['/dev/dri', '/dev/kfd', ...readdirSync('/dev').filter((name) => name.startsWith('nvidia'))]
    .map((name) => resolve('/dev', name))
    .filter((path) => existsSync(path));
  if (devices.length === 0) return [];
  return [...devices.flatMap((path) => ['--dev-bind', path, path]), '--ro-bind', '/sys', '/sys'];
}

/** Words that show a file or folder for reading; none for what the system's folders contain. */
export function mountRead(path: string): string[] {
  const isShown = isBelow(path, '/usr') && !storesBelow('/usr').some((root) => isBelow(path, root));
  return isShown ? [] : readIfThere(path);
}

/** Words that let root read files whose owners keep them to themselves; none where it can read all of them without. */
export async function rightsToRead(paths: readonly string[]): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return [];
  for (const path of paths) if (!(await isReadByRoot(path))) return readsAll;
  return [];
}

/** Whether root without any right of its own may read a file. One that is not there has no secrets. */
async function isReadByRoot(path: string): Promise<boolean> {
  const info = await stat(path).catch(() => undefined);
  if (!info) return true;
  const { uid, gid, mode } = info;
  return (mode & (uid === 0 ? 0o400 : gid === 0 ? 0o040 : 0o004)) !== 0;
}
