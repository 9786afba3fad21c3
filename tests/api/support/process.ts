import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inject } from 'vitest';
import type { ProcessRole } from '../../../api/contract/operator.ts';
import type { SpeechSettings } from '../../../api/speech/speechSettings.ts';
import type { LogOptions } from '../../../api/system/logSettings.ts';
import type { S3Settings } from '../../../api/system/s3Settings.ts';
import type { WebhookOptions } from '../../../api/webhooks/deliver.ts';
import { onceInSuite } from '../../support/onceInSuite.ts';
import { prepareDatabase } from './database.ts';
import { FAULT, type Fault } from './faults.ts';
import { withFaults } from './withFaults.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A server in its own process, which can be killed. */
export interface ServerProcess {
  child: ChildProcess;
  /** Resolves with the URL when the server listens; rejects with its output if it ends first. */
  ready: Promise<string>;
  /** Exit code and complete output. */
  ended: Promise<{ code: number | null; signal: string | null; output: string }>;
}

/** Starts the real server as a process. @param options.makesDatabase lets it create its database, which is slow. */
export async function spawnServer(
  dataDir: string,
  settings: {
    port?: number;
    workers?: number;
    role?: ProcessRole;
    /** Default: errors only. */
    logLevel?: LogOptions['level'];
    databaseUrl?: string;
    s3?: S3Settings;
    speech?: SpeechSettings;
    maxOpen?: number;
    rateLimit?: { all: number; creates: number };
    /** Default: that of the renderer. */
    segmentLength?: number;
    webhooks?: WebhookOptions;
  } = {},
  { fault, env, makesDatabase = false }: { fault?: Fault; env?: NodeJS.ProcessEnv; makesDatabase?: boolean } = {},
): Promise<ServerProcess> {
  if (!settings.databaseUrl && !makesDatabase) await prepareDatabase(dataDir);
  const server = await bundle(fault !== undefined);
  // The embedded database is WebAssembly; optimizing its compilation would add two seconds to each start. Optimizing
  // JavaScript would add a sixth of a second, which a server of few requests never regains.
  const threadProgram = path.join(path.dirname(server), 'thread.mjs');
  const options = { port: 0, host: '127.0.0.1', dataDir, threadProgram, ...settings };
  const args = ['--liftoff-only', '--wasm-lazy-validation', '--no-opt', server, JSON.stringify(options)];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, ...(fault && { [FAULT]: JSON.stringify(fault) }) },
  });
  let output = '';
  const ended = new Promise<Awaited<ServerProcess['ended']>>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, output }));
  });
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (text: Buffer) => {
      output += text.toString();
      const url = /^ready (\S+)$/m.exec(output)?.[1];
      if (url) resolve(url.replace('localhost', '127.0.0.1'));
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    void ended.then((end) => reject(new Error(end.output)));
  });
  ready.catch(() => undefined);
  return { child, ready, ended };
}

/** Process ids of ffmpeg runs for a video, found by working folder or arguments. */
export async function rendersOf(id: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map(async (pid) => ({
      pid,
      line: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      cwd: await readlink(`/proc/${pid}/cwd`).catch(() => ''),
    })),
  );
  return lines
    .filter(({ line, cwd }) => line.includes('ffmpeg') && `${cwd} ${line}`.includes(id))
    .map(({ pid }) => Number(pid));
}

/** Bundled CommonJS modules need `require`. */
const requireOfBundle = `
  import { createRequire as makeRequire } from 'node:module';
  const require = makeRequire(import.meta.url);
  const [__filename, __dirname] = [import.meta.filename, import.meta.dirname];`;

/** Node 20 does not run TypeScript, so a server process needs a bundle. */
function bundle(isFaulty: boolean): Promise<string> {
  const name = isFaulty ? 'faulty' : 'server';
  return onceInSuite(`bundle-${name}`, () => writeBundle(path.join(inject('buildFolder'), name), isFaulty));
}

async function writeBundle(folder: string, isFaulty: boolean): Promise<string> {
  await mkdir(folder);
  const entry = path.join(folder, 'server.ts');
  await writeFile(
    entry,
    `import { Module } from 'node:module';
     import { serve } from ${JSON.stringify(path.join(root, 'api/server.ts'))};
     import { createLog } from ${JSON.stringify(path.join(root, 'api/system/log.ts'))};
     try {
       const { logLevel: level = 'error', ...settings } = JSON.parse(process.argv[2] ?? '{}');
       const server = await serve({ ...settings, log: createLog({ level }) });
       process.on('SIGTERM', async () => {
         await server.close();
         const loaded = Object.keys(Module._cache).filter((name) => /@opentelemetry\\/(?!api\\/)/.test(name));
         console.log('traced by ' + loaded.length + ' files');
         process.exit(0);
       });
       console.log('ready ' + server.url);
     } catch (error) {
       console.error((error as Error).message);
       process.exit(1);
     }`,
  );
  await build({
    entryPoints: { server: entry, thread: path.join(root, 'api/threadMain.ts') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Packages with native parts or data files. Resolving the many files of others would take longer than the rest.
    external: ['@napi-rs/canvas', '@electric-sql/pglite', '@opentelemetry/*', 'esbuild', 'pg-native'],
    banner: { js: requireOfBundle },
    plugins: isFaulty ? [withFaults] : [],
    // As in the real build; the source text stays in memory.
    minifyWhitespace: true,
    minifySyntax: true,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
  return path.join(folder, 'server.mjs');
}
