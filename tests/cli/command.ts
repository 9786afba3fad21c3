import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { ensureBuild } from '../../cli/setup/build.mjs';
import { distFolder, root } from '../../cli/setup/paths.mjs';
import { afterFile } from '../support/afterFile.ts';

let built: Promise<string> | undefined;

/** What a call of the command line gave. */
export interface Called {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** How to call it. */
export interface CallOptions {
  /** Working folder. */
  cwd: string;
  /** What standard input holds. */
  input?: string;
  /** What further streams hold that a shell opens, /dev/fd/3, /dev/fd/4 …, as for `<(...)`. */
  streams?: readonly string[];
  env?: Record<string, string>;
}

/** Starts the real command line in a process of its own. */
export async function start(
  args: readonly string[],
  { cwd, input = '', streams = [], env = {} }: CallOptions,
): Promise<{ child: ChildProcess; ended: Promise<Called> }> {
  built ??= copyBuild();
  const [program, ...words] = [...opened(streams), process.execPath, ...flagsOf(args), await built, ...args] as [
    string,
    ...string[],
  ];
  const held = Object.fromEntries(streams.map((text, i) => [`STREAM_${i}`, text]));
  const child = spawn(program, words, { cwd, env: { ...process.env, ...held, ...env } });
  const called: Called = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (text: Buffer) => {
    called.stdout += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    called.stderr += text.toString();
  });
  // One that does not read its input closes it early.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = new Promise<Called>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ ...called, code }));
  });
  return { child, ended };
}

/** A server's database is WebAssembly: compiled for speed, it would cost its start two seconds more. */
function flagsOf([command]: readonly string[]): string[] {
  return command === 'serve' ? ['--liftoff-only'] : [];
}

/** What goes before a command so that a shell opens streams for it. */
function opened(streams: readonly string[]): string[] {
  if (streams.length === 0) return [];
  const opens = streams.map((_, i) => `${i + 3}< <(printf %s "$STREAM_${i}")`);
  return ['bash', '-c', `exec "$@" ${opens.join(' ')}`, 'bash'];
}

/** Calls the real command line and waits for its end. */
export async function cutroom(args: readonly string[], options: CallOptions): Promise<Called> {
  return (await start(args, options)).ended;
}

/** A folder for a test file, removed after its tests. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-cli-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Writes a JSON file, or a text or bytes as they are. */
export function write(path: string, content: unknown): string {
  const isPlain = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path, isPlain ? content : JSON.stringify(content));
  return path;
}

/** Waits until something holds. @throws when it does not within a minute. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`It did not come to this: ${what}.`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The command line as users have it, in a copy for all test files, which no later build takes away under a running test. */
async function copyBuild(): Promise<string> {
  await ensureBuild();
  const folder = join(inject('buildFolder'), 'cli');
  const bin = join(folder, 'cli/bin.mjs');
  if (existsSync(bin)) return bin;
  const draft = `${folder}-${process.pid}`;
  const web = join(distFolder, 'web');
  await cp(distFolder, join(draft, 'dist'), { recursive: true, filter: (path) => path !== web });
  for (const name of ['bin.mjs', 'compiled.mjs']) await cp(join(root, 'cli', name), join(draft, 'cli', name));
  await rename(draft, folder).catch((error: unknown) => {
    // Another process may have been faster; one is as good as the other.
    if (!existsSync(bin)) throw error;
  });
  return bin;
}
