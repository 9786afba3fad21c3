import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { inject, vi } from 'vitest';
import { ensureBuild } from '../../cli/build/build.mjs';
import { distFolder, root } from '../../cli/build/paths.mjs';
import { main } from '../../cli/main.ts';
import { afterFile } from '../support/afterFile.ts';

let built: Promise<string> | undefined;

/** The result of a command line call. */
export interface Called {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CallOptions {
  /** Working folder. */
  cwd: string;
  /** Content of standard input. */
  input?: string;
  /** Content of further streams that a shell opens as /dev/fd/3, /dev/fd/4, …, as for `<(...)`. */
  streams?: readonly string[];
  env?: Record<string, string>;
}

/** Starts the real command line in its own process. */
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
  // A command that does not read its input closes it early.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = new Promise<Called>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ ...called, code }));
  });
  return { child, ended };
}

/** See spawnServer. */
function flagsOf([command]: readonly string[]): string[] {
  return command === 'serve' ? ['--liftoff-only', '--wasm-lazy-validation', '--no-opt'] : [];
}

/** Shell words before a command that open streams for it. */
function opened(streams: readonly string[]): string[] {
  if (streams.length === 0) return [];
  const opens = streams.map((_, i) => `${i + 3}< <(printf %s "$STREAM_${i}")`);
  return ['bash', '-c', `exec "$@" ${opens.join(' ')}`, 'bash'];
}

/** Runs the real command line and waits until it ends. */
export async function cutroom(args: readonly string[], options: CallOptions): Promise<Called> {
  return (await start(args, options)).ended;
}

/**
 * Runs the command line in this process, which takes a fraction of the time. One call at a time; streams of a shell and
 * signals need `cutroom`.
 */
export async function called(
  args: readonly string[],
  { cwd, input = '', env = {} }: Omit<CallOptions, 'streams'>,
): Promise<Called> {
  // Overlapping calls would restore each other's folder and environment.
  if (isCalled) throw new Error('The command line is already running in this process.');
  isCalled = true;
  const before = { folder: process.cwd(), env: Object.keys(env).map((name) => [name, process.env[name]] as const) };
  const written = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  const read = vi
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Readable.from([Buffer.from(input)]) as typeof process.stdin);
  const mask = process.umask();
  process.chdir(cwd);
  Object.assign(process.env, env);
  try {
    const code = await main(args);
    const [stdout = '', stderr = ''] = written.map(({ mock }) => mock.calls.map(([text]) => String(text)).join(''));
    return { code, stdout, stderr };
  } finally {
    process.chdir(before.folder);
    process.umask(mask);
    for (const [name, value] of before.env) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    for (const spy of [...written, read]) spy.mockRestore();
    isCalled = false;
  }
}

/** Whether a call runs in this process. */
let isCalled = false;

/** A folder for a test file that is deleted after its tests. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-cli-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Writes JSON, or a text or bytes unchanged. */
export function write(path: string, content: unknown): string {
  const isPlain = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path, isPlain ? content : JSON.stringify(content));
  return path;
}

/** Polls until a condition holds. @throws if it does not hold within two minutes. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`It did not come to this: ${what}.`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The built command line. All test files share one copy, so a later build cannot remove it during a test. */
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
    // If another process was faster, its copy is just as good.
    if (!existsSync(bin)) throw error;
  });
  return bin;
}
