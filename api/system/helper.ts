import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { lineReader } from './lineReader.ts';
import { killGroup, type Limits, limited, maxLog, ProcessError } from './process.ts';

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

/** Starts a program in a process group of its own, which dies with this process. @param onLine gets each line that it prints. */
export function startHelper(
  command: string,
  args: readonly string[],
  { limits, onLine }: { limits: Limits; onLine: (line: string) => void },
): Helper {
  const [file, all] = limited(command, args, limits);
  const child = spawn(file, all, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  let log = '';
  const ended = new Promise<ProcessError>((resolve) => {
    child.on('error', (error) => resolve(new ProcessError(command, 'start', error.message)));
    child.on('close', () => resolve(new ProcessError(command, 'exit', log)));
  });
  // Whatever the types say: so it is with too many files open.
  if (!child.stdout) throw new ProcessError(command, 'start', 'It has no streams.');
  child.stdout.setEncoding('utf8').on('data', lineReader(onLine));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-maxLog);
  });
  // One that has ended hears nothing; its end says more.
  child.stdin.on('error', () => undefined);
  return {
    tell: (line) => void child.stdin.write(`${line}\n`),
    hold: (isHeld) => {
      for (const one of [child, child.stdin as Socket, child.stdout as Socket, child.stderr as Socket])
        isHeld ? one.ref() : one.unref();
    },
    kill: () => killGroup(child.pid),
    ended,
  };
}
