import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { prepareDatabase } from '../api/support/database.ts';
import { start, until } from './command.ts';

/** A real server started by the command line, which can be killed and restarted on the same port and data. */
export interface TestServer {
  url: string;
  /** Kills it without shutdown. */
  kill(): Promise<void>;
  /** Shuts it down, before its folder is removed. */
  stop(): Promise<void>;
  /** Starts it. Resolves when it is ready. */
  start(): Promise<void>;
}

/**
 * Starts `cutroom serve` on a free port. The caller stops it in `afterAll`. @param env additional environment
 * variables.
 */
export async function startServer(cwd: string, env: Record<string, string> = {}): Promise<TestServer> {
  const port = await freePort();
  let running: { child: ChildProcess; ended: Promise<unknown> } | undefined;
  const end = async (signal: NodeJS.Signals) => {
    running?.child.kill(signal);
    await running?.ended;
    running = undefined;
  };
  const server: TestServer = {
    url: `http://localhost:${port}`,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    start: async () => {
      const { child, ended } = await start(['serve', '--port', String(port), '--data', 'data'], { cwd, env });
      running = { child, ended };
      let printed = '';
      child.stdout?.on('data', (text: Buffer) => {
        printed += text.toString();
      });
      await until(() => {
        if (child.exitCode !== null) throw new Error('The server ended.');
        return printed.includes(`Cutroom is ready at http://localhost:${port}\n`);
      }, 'the server is ready');
    },
  };
  await prepareDatabase(join(cwd, 'data'));
  await server.start();
  return server;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? done(address.port) : fail(new Error('No port.'))));
    });
  });
}
