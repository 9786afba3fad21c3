import type { Socket } from 'node:net';
import { killGroup, type Launch, launch } from './launch.ts';
import { lineReader } from './lineReader.ts';
import { maxLog, ProcessError } from './process.ts';

/** A long-running program with a line protocol. */
export interface Helper {
  /** @param line without a line break. */
  send(line: string): void;
  /** Whether this process stays alive for it. */
  keepAlive(isNeeded: boolean): void;
  kill(): void;
  /** Resolves when it has exited, for whatever reason. */
  ended: Promise<ProcessError>;
}

/** Characters of a line after which a program is killed. */
const mostLine = 4_000_000;

/** Starts a program in its own process group, which dies with this process. @param onLine gets each line of output. */
export function startHelper(
  command: string,
  args: readonly string[],
  { onLine, ...options }: Omit<Launch, 'hasInput'> & { onLine: (line: string) => void },
): Helper {
  const child = launch(command, args, { ...options, hasInput: true });
  let log = '';
  const ended = new Promise<ProcessError>((resolve) => {
    child.on('error', (error) => resolve(new ProcessError(command, 'start', error.message)));
    child.on('close', () => resolve(new ProcessError(command, 'exit', log)));
  });
  // Happens with too many open files.
  if (!child.stdin || !child.stdout || !child.stderr)
    throw new ProcessError(command, 'start', 'The process has no streams.');
  const read = lineReader(onLine, { most: mostLine, onTooLong: () => killGroup(child.pid) });
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-maxLog);
  });
  // Ignore write errors after an exit; the exit is reported.
  const { stdin, stdout, stderr } = child;
  stdin.on('error', () => undefined);
  return {
    send: (line) => void stdin.write(`${line}\n`),
    keepAlive: (isNeeded) => {
      for (const one of [child, stdin as Socket, stdout as Socket, stderr as Socket])
        isNeeded ? one.ref() : one.unref();
    },
    kill: () => killGroup(child.pid),
    ended,
  };
}
