import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { prepareDatabase } from '../api/support/database.ts';
import { start, until } from './command.ts';

/** A real server, run by the command line, that can be killed and started again on its port and data. */
export interface TestServer {
  url: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Ends it in good order, before its folder is removed. */
  stop(): Promise<void>;
  /** Starts it; resolves when it is ready. */
  start(): Promise<void>;
}

/** Starts `cutroom serve` on a free port. Who starts it stops it, in an `afterAll` of the file. @param env more of its environment. */
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
