import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { open, readlink, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { inSpan } from '../telemetry/spans.ts';
import { environment } from './environment.ts';
import { findProgram } from './findProgram.ts';
import { isBelow } from './isBelow.ts';
import { ProcessError, probeLimits, type RunOptions, runProcess } from './process.ts';
import { repeatable } from './repeatable.ts';

/** Whether ffmpeg runs in a sandbox: where this machine has one, always (else the service does not start), or never. */
export const sandboxModes = ['auto', 'require', 'off'] as const;

/** Where ffmpeg runs: the words before it that lock it in, or why there are none. */
interface Sandbox {
  words: readonly string[] | undefined;
  why: string;
}

/** What a program that decodes files of unknown origin is left: no network, no other processes, the system's own files to read. */
const locked = [
  '--die-with-parent',
  ...['--dev', '/dev', '--tmpfs', '/tmp', '--ro-bind', '/usr', '/usr'],
  ...['/etc/alternatives', '/etc/ld.so.cache', '/nix/store'].flatMap((path) => ['--ro-bind-try', path, path]),
];
const apart = ['--unshare-all', '--cap-drop', 'ALL'];
/** Who has all rights reads also what others keep to themselves: the right to that is left, which another name for the user would take. */
const apartAsRoot = [
  ...['ipc', 'pid', 'net', 'uts', 'cgroup-try'].map((kind) => `--unshare-${kind}`),
  ...['--cap-drop', 'ALL', '--cap-add', 'CAP_DAC_OVERRIDE'],
];
/** Its own list of processes; in a container, which hides parts of that, none: programs here do without. */
const processLists = [['--proc', '/proc'], []];
/** On most systems links into /usr. */
const systemFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64'];

const found = new Map<string, Promise<Sandbox>>();

/**
 * Runs ffmpeg or ffprobe with an argument list; where the machine can, in a sandbox (`bwrap`) in which there is nothing but
 * the folder that it runs in and the files that its arguments name as `file:…`: those after `-i` can only be read.
 * @throws ProcessError as runProcess does; what cannot be locked in, though it must be, is not started.
 */
export function runLocked(program: string, args: readonly string[], options: RunOptions): Promise<string> {
  return inSpan({ name: basename(program) }, () => lockIn(program, args, options));
}

async function lockIn(program: string, args: readonly string[], options: RunOptions): Promise<string> {
  const { words } = await sandboxOf(program).catch((error: Error) => {
    throw new ProcessError(program, 'start', error.message);
  });
  if (!words) return runProcess(program, args, options);
  const { mounts, made } = await mountsOf(args, options.cwd);
  try {
    return await runProcess(program, args, { ...options, inside: [...words, ...mounts, '--'] });
  } catch (error) {
    // The program was never there: what the sandbox says is no word on any file.
    const isOfSandbox = error instanceof ProcessError && error.reason === 'exit' && /^bwrap: /.test(error.log);
    throw isOfSandbox ? new ProcessError(program, 'start', error.log) : error;
  } finally {
    for (const path of made) await removeEmpty(path);
  }
}

/** Runs ffmpeg, see runLocked, so that it encodes the same each time. */
export function runFfmpeg(args: readonly string[], options: RunOptions): Promise<string> {
  return runLocked(environment().ffmpeg, repeatable(args), options);
}

/** In a sentence, whether ffmpeg is locked in here, and why not. @throws Error where it must be and cannot. */
export async function describeSandbox(): Promise<string> {
  const { words, why } = await sandboxOf(environment().ffmpeg);
  return words ? 'ffmpeg runs in a sandbox.' : `ffmpeg runs without a sandbox: ${why}`;
}

/** Tried once for each program: a container may forbid what the machine allows. */
function sandboxOf(program: string): Promise<Sandbox> {
  const { sandbox } = environment();
  const key = `${sandbox} ${program}`;
  const known = found.get(key) ?? trySandbox(program, sandbox);
  found.set(key, known);
  // What is not there, or fails, is tried anew: it may be installed meanwhile.
  const forget = () => found.get(key) === known && found.delete(key);
  known.then(() => findProgram(program) ?? forget(), forget);
  return known;
}

async function trySandbox(program: string, mode: string): Promise<Sandbox> {
  if (mode === 'off') return { words: undefined, why: 'CUTROOM_SANDBOX is off.' };
  const tried = await tryWords(program);
  if (!tried.words && mode === 'require')
    throw new Error(`CUTROOM_SANDBOX is "require", but there is no sandbox here: ${tried.why}`);
  return tried;
}

async function tryWords(program: string): Promise<Sandbox> {
  const bwrap = findProgram('bwrap');
  if (bwrap === undefined) return { words: undefined, why: 'bwrap is not installed.' };
  const path = findProgram(program);
  if (path === undefined) return { words: undefined, why: `${program} was not found.` };
  const why: string[] = [];
  for (const words of await lockingWords(bwrap, path)) {
    try {
      await runProcess(program, ['-version'], { limits: probeLimits, inside: [...words, '--'] });
      return { words, why: '' };
    } catch (error) {
      const log = error instanceof ProcessError ? error.log.trim() : String(error);
      why.push(log.split('\n').at(-1) || 'bwrap failed.');
    }
  }
  return { words: undefined, why: why.at(-1) ?? '' };
}

/** What may lock a program in, the best first. Most need nothing beside themselves; some have libraries in their folder. */
async function lockingWords(bwrap: string, path: string): Promise<string[][]> {
  const folder = dirname(await realpath(path));
  const alone = mountRead(resolve(path));
  // In the first folder of all lies everything.
  const places = alone.length === 0 || folder === '/' ? [alone] : [alone, [...mountRead(folder), ...alone]];
  const ways = process.getuid?.() === 0 ? [apartAsRoot, apart] : [apart];
  const system = systemFolders.flatMap(mountSystem);
  const withLists = ways.flatMap((way) => processLists.map((list) => [bwrap, ...way, ...list, ...locked]));
  return withLists.flatMap((words) => places.map((own) => [...words, ...system, ...own]));
}

function mountSystem(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return lstatSync(folder).isSymbolicLink()
    ? ['--symlink', readlinkSync(folder), folder]
    : ['--ro-bind', folder, folder];
}

function mountRead(path: string): string[] {
  return isBelow(path, '/usr') ? [] : ['--ro-bind-try', path, path];
}

/** What a run may see beside the system. Files that it is to write are made before, since nothing else of their folder is there. */
async function mountsOf(args: readonly string[], cwd: string | undefined) {
  const mounts: string[] = cwd === undefined ? [] : ['--bind', cwd, cwd, '--chdir', cwd];
  const made: string[] = [];
  for (const [i, arg] of args.entries()) {
    if (!arg.startsWith('file:')) continue;
    const path = resolve(cwd ?? '.', arg.slice('file:'.length));
    if (cwd !== undefined && isBelow(path, cwd)) {
      mounts.push(...(await linkedFrom(path)));
      continue;
    }
    // ffprobe names its only file last and writes none.
    const isRead = args[i - 1] === '-i' || !args.includes('-i');
    if (!isRead && (await makeEmpty(path))) made.push(path);
    mounts.push(...(isRead ? mountRead(path) : ['--bind-try', path, path]));
  }
  return { mounts, made };
}

/** Media stand in the folder of a render as links to where they lie: of maybe thousands, each run is given its own. */
async function linkedFrom(link: string): Promise<string[]> {
  const target = await readlink(link).catch(() => undefined);
  return target === undefined ? [] : mountRead(resolve(dirname(link), target));
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
