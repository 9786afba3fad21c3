import { join } from 'node:path';
import type { Command } from 'commander';
import { environment } from '../../api/system/environment.ts';
import { createFilesPrivately } from '../../api/system/privateFolder.ts';
import { type Call, type Context, setAction } from '../context.ts';
import { exitCodes } from '../output.ts';
import { ifExists, packageRoot } from '../package.ts';
import { commandReference } from '../reference.ts';
import { type ServeFlags, serveSettings } from '../serveSettings.ts';

/** Adds `cutroom serve`. */
export function addServe(program: Command, context: Context): void {
  const command = program
    .command('serve')
    .description('Runs the service: pages, API and rendering, in one process.')
    .option('-p, --port <number>', 'port to listen on (default: PORT, else 3000)')
    .option('--host <address>', 'address to listen on (default: HOST, else all)')
    .option('--data <folder>', 'folder of everything that is kept (default: DATA_DIR, else ./data)')
    .option('--workers <number>', 'how many videos are rendered at a time (default: CUTROOM_WORKERS, else 1)');
  setAction<[], ServeFlags>(context, command, (_args, call) => runServe(call, context));
}

async function runServe({ options, output, signal }: Call<ServeFlags>, { whole }: Context): Promise<number> {
  createFilesPrivately();
  const settings = serveSettings(environment(), options);
  const { serve } = await import('../../api/server.ts');
  const { createLog } = await import('../../api/system/log.ts');
  const root = packageRoot();
  const server = await serve({
    ...settings,
    log: createLog(settings.log),
    samplesDir: ifExists(join(root, 'fixtures')),
    webDir: settings.role === 'worker' ? undefined : ifExists(join(root, 'dist', 'web')),
    paintProgram: ifExists(join(root, 'dist', 'paint.mjs')),
    threadProgram: ifExists(join(root, 'dist', 'thread.mjs')),
    commands: async () => commandReference(await whole()),
  });
  output.line(`Cutroom is ready at ${server.url}`);
  output.data({ ok: true, url: server.url });
  await aborted(signal);
  output.note('Stopping.');
  await server.close();
  return exitCodes.good;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}
