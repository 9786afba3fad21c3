import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  type Control,
  type EngineLook,
  type EnginePage,
  enginePage,
  findControl,
  findFileField,
} from './enginePage.ts';

/** Key of element references in JSON (W3C WebDriver, "Elements"). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Height of the window's title bar, in pixels. */
const BAR = 40;
/** Special keys in WebDriver's encoding. */
const keys: Record<string, string> = { Escape: '\ue00c', PageDown: '\ue00f', PageUp: '\ue00e' };

/**
 * Starts WebKit with an empty page of 1440 × 900, in its own display. Only WebKit's own driver can drive it, for which
 * plain HTTP requests suffice.
 * @param browser path of MiniBrowser.
 */
export async function openWebkit(
  browser: string,
  { isDark = false }: EngineLook,
): Promise<{ page: EnginePage; close(): Promise<void> }> {
  const port = await freePort();
  const complaints: string[] = [];
  const display = startDisplay();
  let driver: ChildProcess | undefined;
  const stop = () => {
    process.off('exit', stop);
    try {
      // The browser is in the driver's process group.
      if (driver?.pid !== undefined) process.kill(-driver.pid, 'SIGTERM');
    } catch {
      // They have already exited.
    }
    display.kill();
  };
  process.once('exit', stop);
  try {
    driver = startDriver(
      port,
      { DISPLAY: `:${await numberOf(display)}`, ...(isDark ? { GTK_THEME: 'Adwaita:dark' } : {}) },
      complaints,
    );
    const session = await openSession(`http://127.0.0.1:${port}`, browser);
    const close = async () => {
      await session.call('DELETE', '').catch(() => undefined);
      stop();
    };
    return { page: enginePage(driverOf(session, complaints)), close };
  } catch (error) {
    stop();
    throw error;
  }
}

interface Session {
  /** @throws Error with the driver's message. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
}

function driverOf({ call }: Session, complaints: string[]): EnginePage {
  const execute = (work: unknown, args: unknown[]) => call('POST', '/execute/async', scriptOf(work, args));
  const find = async (work: unknown, ...args: unknown[]) =>
    Reflect.get((await execute(work, args)) as object, ELEMENT) as string;
  const press = (letters: string) => {
    const actions = [...letters].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
    return call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  };
  const driver = {
    complaints,
    open: (url: string) => call('POST', '/url', { url }),
    run: (work: unknown, ...args: unknown[]) => execute(work, args),
    click: async (control: Control) => call('POST', `/element/${await find(findControl, control)}/click`, {}),
    choose: async (...files: string[]) =>
      call('POST', `/element/${await find(findFileField)}/value`, { text: files.join('\n') }),
    type: press,
    press: (key: string) => press(keys[key] ?? key),
    async size(width: number, height: number) {
      await call('POST', '/window/rect', { x: 0, y: 0, width, height: height + BAR });
    },
    picture: async () => Buffer.from((await call('GET', '/screenshot')) as string, 'base64'),
  };
  return driver as unknown as EnginePage;
}

function scriptOf(work: unknown, args: unknown[]): { script: string; args: unknown[] } {
  const script = `const answer = arguments[arguments.length - 1];
    Promise.resolve().then(() => (${work})(...[...arguments].slice(0, -1))).then(
      (value) => answer({ value }), (error) => answer({ error: String(error) }));`;
  return { script, args: args };
}

async function openSession(origin: string, binary: string): Promise<Session> {
  const request = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await answer.json()) as { value: { message?: string; sessionId?: string } };
    if (!answer.ok) throw new Error(value.message);
    return value;
  };
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation', ...settings] } },
  };
  const { sessionId } = await whenThere(() => request('POST', '/session', { capabilities }));
  const call: Session['call'] = async (method, path, body) => {
    const value = (await request(method, `/session/${sessionId}${path}`, body)) as unknown;
    if (!path.startsWith('/execute')) return value;
    const { value: result, error } = value as { value?: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return result;
  };
  await call('POST', '/timeouts', { script: 120_000, pageLoad: 120_000 });
  await call('POST', '/window/rect', { x: 0, y: 0, width: 1440, height: 900 + BAR });
  return { call };
}

/** Console messages of pages go to the driver's output. */
const settings = ['--enable-write-console-messages-to-stdout=true'];

/** Starts an invisible display, which chooses a free number and writes it to file descriptor 3. */
function startDisplay(): ChildProcess {
  const size = ['-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  return spawn('Xvfb', ['-displayfd', '3', ...size], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
}

async function numberOf({ stdio }: ChildProcess): Promise<string> {
  const number = (await text(stdio[3] as Readable)).trim();
  if (number === '') throw new Error('Xvfb does not start.');
  return number;
}

function startDriver(port: number, surroundings: NodeJS.ProcessEnv, complaints: string[]): ChildProcess {
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    detached: true,
    env: { ...process.env, ...surroundings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  driver.stdout.setEncoding('utf8').on('data', (output: string) => {
    for (const line of output.split('\n')) if (/CONSOLE .*(ERROR|WARN)/.test(line)) complaints.push(line);
  });
  return driver;
}

async function whenThere<T>(work: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + 60_000; ; ) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
