import os from 'node:os';
import { killGroup, type Launch, type Limits, launch } from './launch.ts';

export type { Limits } from './launch.ts';

/** How a child process is run. */
export interface RunOptions extends Omit<Launch, 'isTold'> {
  signal?: AbortSignal | undefined;
  /** Gets standard output as it comes; without it, output is collected. */
  onOutput?: ((text: string) => void) | undefined;
  /** The same as bytes. */
  onBytes?: ((bytes: Buffer) => void) | undefined;
  /** Whether it steps back behind all else that this machine does. Default false. */
  isBackground?: boolean | undefined;
  /** Gets standard error as it comes. */
  onErrorOutput?: ((text: string) => void) | undefined;
  /** Gets the end of what it said on standard error though it ended well. */
  onLog?: ((log: string) => void) | undefined;
}

/** A child process that ended badly, with the end of what it said. */
export class ProcessError extends Error {
  constructor(
    readonly command: string,
    readonly reason: 'exit' | 'timeout' | 'start' | 'killed',
    readonly log: string,
  ) {
    super(`${command} failed (${reason}): ${lastWord(log)}`);
    this.name = 'ProcessError';
  }
}

/** What a program said last; of Node the error itself, which stands above its stack. */
function lastWord(log: string): string {
  const lines = log.trim().split('\n');
  const thrown = lines.at(-1)?.startsWith('Node.js v') ? lines.find((line) => /^\w*Error\b/.test(line)) : undefined;
  return thrown ?? lines.at(-1) ?? '';
}

/** The machine lacks what Cutroom needs. `message` is a sentence for its operator. */
export class SetupError extends Error {
  override name = 'SetupError';
}

/** What to say when a program could not be started. */
export function notFound(error: ProcessError): Error {
  const isOfSandbox = /^bwrap: /.test(error.log);
  const message = isOfSandbox
    ? 'The sandbox (bwrap) could not start ffmpeg. Repair bubblewrap, or set CUTROOM_SANDBOX=off.'
    : 'ffmpeg was not found. Install it, or set FFMPEG_PATH.';
  return new SetupError(message, { cause: error });
}

const gigabyte = 1024 ** 3;
/** Limits of a look at a file. */
export const probeLimits: Limits = { wallSeconds: 30, cpuSeconds: 30, memory: 4 * gigabyte, fileSize: gigabyte };
/** Limits of a render: far above the longest allowed video. */
export const renderLimits: Limits = {
  wallSeconds: 4 * 3600,
  cpuSeconds: 16 * 3600,
  memory: 12 * gigabyte,
  fileSize: 16 * gigabyte,
};

/** Memory of an ffmpeg that has opened its files, bytes. */
export const ffmpegMemory = 60_000_000;

/** Limits of painting in a process of its own; the runtime reserves far more address space than it uses. */
export const paintLimits: Limits = {
  wallSeconds: 1800,
  cpuSeconds: 3600,
  memory: 256 * gigabyte,
  fileSize: 16 * gigabyte,
};

/** Exit code of prlimit and setpriv when the program they are to start is not there. */
const notStarted = 127;
/** Exit code of bwrap when what runs in it was killed. */
const killedInside = 137;

/** So much of what a program says on standard error is remembered, characters. */
export const maxLog = 20_000;
const maxCollected = 64_000_000;

/**
 * Runs a program with an argument list, never a shell, in a process group of its own that dies with it.
 * @returns what it printed, unless `onOutput` took it.
 * @throws ProcessError when it fails or takes too long; the signal's reason when it is aborted.
 */
export function runProcess(command: string, args: readonly string[], options: RunOptions): Promise<string> {
  const { limits, signal, onBytes, onErrorOutput, onLog } = options;
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = launch(command, args, options);
    let out = '';
    let log = '';
    let reason: 'exit' | 'timeout' = 'exit';
    const kill = () => killGroup(child.pid);
    const timer = setTimeout(() => {
      reason = 'timeout';
      kill();
    }, limits.wallSeconds * 1000);
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
    };
    signal?.addEventListener('abort', kill, { once: true });
    // First of all: with too many files open it has no streams, and says why a moment later.
    child.on('error', (error) => {
      done();
      reject(new ProcessError(command, 'start', error.message));
    });
    if (options.isBackground) stepBack(child.pid);
    const onText = (text: string) => {
      if (options.onOutput) options.onOutput(text);
      else if (out.length < maxCollected) out += text;
    };
    if (onBytes) child.stdout?.on('data', onBytes);
    else child.stdout?.setEncoding('utf8').on('data', onText);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      onErrorOutput?.(text);
      log = (log + text).slice(-maxLog);
    });
    child.on('close', (code, killer) => {
      done();
      if (signal?.aborted) reject(signal.reason);
      // ffmpeg ends well though the end of its file found no room.
      else if (code === 0 && saysDiskFull(log)) reject(new ProcessError(command, 'exit', log));
      else if (code === 0) {
        onLog?.(log);
        resolve(out);
      } else if ((killer === 'SIGKILL' || code === killedInside) && reason === 'exit')
        reject(new ProcessError(command, 'killed', log));
      else reject(new ProcessError(command, code === notStarted ? 'start' : reason, log));
    });
  });
}

/** Whether a program, or the system, tells of a full disk in words. */
export function saysDiskFull(text: string): boolean {
  return /no space left|ENOSPC|disk quota/i.test(text);
}

/** Lowest priority but one: the lowest of all may get nothing at all for hours. */
const background = 18;

/** Before the program starts threads, which are born with its priority. */
function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) os.setPriority(pid, background);
  } catch {
    // It has ended by itself.
  }
}
