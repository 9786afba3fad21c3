import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
let built: Promise<string> | undefined;

afterAll(async () => {
  if (built) rmSync(dirname(await built), { recursive: true, force: true });
});

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
  env?: Record<string, string>;
}

/** Starts the real command line in a process of its own. */
export async function start(
  args: readonly string[],
  { cwd, input = '', env = {} }: CallOptions,
): Promise<{ child: ChildProcess; ended: Promise<Called> }> {
  built ??= bundle();
  const child = spawn(process.execPath, [await built, ...args], { cwd, env: { ...process.env, ...env } });
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

/** Calls the real command line and waits for its end. */
export async function cutroom(args: readonly string[], options: CallOptions): Promise<Called> {
  return (await start(args, options)).ended;
}

/** A folder for a test file, removed after its tests. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-cli-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
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

// Built as the setup builds it, so that the way that users go is the one that is tested.
async function bundle(): Promise<string> {
  const outdir = join(root, 'node_modules/.cache/cutroom', `cli-${process.pid}`);
  await mkdir(outdir, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: { cutroom: 'cli/main.ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    outdir,
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
  const bin = join(outdir, 'bin.mjs');
  write(bin, "import { main } from './cutroom.mjs';\nprocess.exitCode = await main(process.argv.slice(2));\n");
  return bin;
}
