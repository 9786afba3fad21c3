import type { Socket } from 'node:net';
import { killGroup, type Launch, launch } from './launch.ts';
import { lineReader } from './lineReader.ts';
import { maxLog, ProcessError } from './process.ts';

/** A program that stays, is told its work by lines and answers by lines. */
export interface Helper {
  /** @param line without a line break. */
  tell(line: string): void;
  /** Whether this process waits for it before it ends. */
  hold(isHeld: boolean): void;
  kill(): void;
  /** Resolves when it has ended, however that came. */
  ended: Promise<ProcessError>;
}

/** A program that prints a longer line is ended, characters. */
const mostLine = 4_000_000;

/** Starts a program in a process group of its own, which dies with this process. @param onLine gets each line that it prints. */
export function startHelper(
  command: string,
  args: readonly string[],
  { onLine, ...options }: Omit<Launch, 'isTold'> & { onLine: (line: string) => void },
): Helper {
  const child = launch(command, args, { ...options, isTold: true });
  let log = '';
  const ended = new Promise<ProcessError>((resolve) => {
    child.on('error', (error) => resolve(new ProcessError(command, 'start', error.message)));
    child.on('close', () => resolve(new ProcessError(command, 'exit', log)));
  });
  // So it is with too many files open.
  if (!child.stdin || !child.stdout || !child.stderr) throw new ProcessError(command, 'start', 'It has no streams.');
  const read = lineReader(onLine, { most: mostLine, onTooLong: () => killGroup(child.pid) });
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-maxLog);
  });
  // One that has ended hears nothing; its end says more.
  const { stdin, stdout, stderr } = child;
  stdin.on('error', () => undefined);
  return {
    tell: (line) => void stdin.write(`${line}\n`),
    hold: (isHeld) => {
      for (const one of [child, stdin as Socket, stdout as Socket, stderr as Socket]) isHeld ? one.ref() : one.unref();
    },
    kill: () => killGroup(child.pid),
    ended,
  };
}
