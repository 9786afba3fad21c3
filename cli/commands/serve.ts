import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { speechSettingsOf } from '../../api/speech/speechSettings.ts';
import { environment } from '../../api/system/environment.ts';
import { s3SettingsOf } from '../../api/system/s3Settings.ts';
import { furtherFormats } from '../../engine/project/formats.ts';
import { type Call, type Context, runs } from '../context.ts';
import { exitCodes, UsageError } from '../output.ts';
import { ifThere, packageRoot } from '../package.ts';

interface ServeFlags {
  port?: string;
  host?: string;
  data?: string;
  workers?: string;
}

/** Adds `cutroom serve`. */
export function addServe(program: Command, context: Context): void {
  const command = program
    .command('serve')
    .description('Runs the service: pages, API and rendering, in one process.')
    .option('-p, --port <number>', 'port to listen on (default: PORT, else 3000)')
    .option('--host <address>', 'address to listen on (default: HOST, else all)')
    .option('--data <folder>', 'folder of everything that is kept (default: DATA_DIR, else ./data)')
    .option('--workers <number>', 'how many videos are rendered at a time (default: CUTROOM_WORKERS, else 1)');
  runs(context, command, runServe);
}

async function runServe(_args: [], { options, output, signal }: Call<ServeFlags>): Promise<number> {
  const env = environment();
  const { serve } = await import('../../api/server.ts');
  const root = packageRoot();
  const role = roleOf(env.role);
  checkFormats(listOf(env.formats));
  const server = await serve({
    port: numberOf(options.port ?? env.port, 3000, 65_535, 'port'),
    host: options.host ?? env.host,
    hosts: listOf(env.hosts),
    proxies: listOf(env.proxies),
    images: { sources: env.images === undefined ? undefined : listOf(env.images) },
    links: { allowed: env.fetchesLinks, hosts: listOf(env.linkHosts), ytDlp: env.ytDlp },
    speech: speechSettingsOf(env.speech),
    dataDir: resolve(options.data ?? env.dataDir ?? 'data'),
    databaseUrl: env.databaseUrl,
    s3: s3SettingsOf(env.s3),
    samplesDir: ifThere(join(root, 'fixtures')),
    webDir: role === 'worker' ? undefined : ifThere(join(root, 'dist', 'web')),
    paintProgram: ifThere(join(root, 'dist', 'paint.mjs')),
    uploadLimits: {
      hours: numberOf(env.uploadHours, 24, 8760, 'number of hours in CUTROOM_UPLOAD_HOURS'),
      days: numberOf(env.uploadDays, 90, 36_500, 'number of days in CUTROOM_UPLOAD_DAYS'),
      perHour: numberOf(env.uploadsPerHour, 5000, 1e9, 'number of uploads in CUTROOM_UPLOADS_PER_HOUR'),
      bytesHeld: 1e9 * numberOf(env.uploadGigabytes, 50, 1e6, 'number of gigabytes in CUTROOM_UPLOAD_GB'),
    },
    diskFloor: 1e6 * numberOf(env.freeMegabytes, 64, 1e7, 'number of megabytes in CUTROOM_FREE_MB'),
    workers: role === 'web' ? 0 : numberOf(options.workers ?? env.workers, 1, 64, 'number of workers'),
  });
  output.line(`Cutroom is ready at ${server.url}`);
  output.data({ ok: true, url: server.url });
  await aborted(signal);
  output.note('Stopping.');
  await server.close();
  return exitCodes.good;
}

/** web: pages and API, rendering is left to other processes; worker: no pages; all (default): everything. */
function roleOf(text = 'all'): 'web' | 'worker' | 'all' {
  if (text === 'web' || text === 'worker' || text === 'all') return text;
  throw new UsageError(`CUTROOM_ROLE is web, worker or all, not "${text}".`);
}

/** @throws UsageError for one that is not known. */
function checkFormats(formats: readonly string[]): void {
  const ids = furtherFormats.map(({ id }) => id);
  const unknown = formats.find((format) => !ids.includes(format));
  if (unknown !== undefined) throw new UsageError(`CUTROOM_FORMATS names some of ${ids.join(', ')}, not "${unknown}".`);
}

function listOf(text = ''): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function numberOf(text: string | undefined, usual: number, most: number, what: string): number {
  if (text === undefined || text === '') return usual;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new UsageError(`The ${what} is a whole number up to ${most}, not "${text}".`);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}
