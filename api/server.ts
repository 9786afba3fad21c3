import type { AddressInfo } from 'node:net';
import { type AppOptions, buildApp } from './app.ts';

/** Settings of the server. */
export interface ServeOptions extends AppOptions {
  /** 0 selects a free port. */
  port: number;
  /** Default: all addresses of the machine. */
  host?: string | undefined;
}

/** A running server. */
export interface RunningServer {
  /** Such as "http://localhost:3000". */
  url: string;
  /** Stops it: running renders go back into the queue. */
  close(): Promise<void>;
}

/** Builds the application and listens. Prints nothing. @throws Error for the terminal if the port or the data folder is in use */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { port, host = '::' } = options;
  const app = await buildApp(options);
  try {
    await listen(app, port, host);
    const { port: taken } = app.server.address() as AddressInfo;
    return { url: `http://localhost:${taken}`, close: () => app.close() };
  } catch (error) {
    await app.close();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is in use. Stop the program that uses it, or choose another PORT.`, {
      cause: error,
    });
  }
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, port: number, host: string): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    // Machines without IPv6 have no "::".
    if ((error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT' || host !== '::') throw error;
    await app.listen({ port, host: '0.0.0.0' });
  }
}
