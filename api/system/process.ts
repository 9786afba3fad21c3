import os from 'node:os';
import { killGroup, type Launch, type Limits, launch } from './launch.ts';

export type { Limits } from './launch.ts';

/** Options to run a child process. */
export interface RunOptions extends Omit<Launch, 'hasInput'> {
  signal?: AbortSignal | undefined;
  /** Gets standard output as it arrives; otherwise output is collected. */
  onOutput?: ((text: string) => void) | undefined;
  /** The same, as bytes. */
  onBytes?: ((bytes: Buffer) => void) | undefined;
  /** Whether it runs with low priority. Default: false. */
  isBackground?: boolean | undefined;
  /** Gets standard error as it arrives. */
  onErrorOutput?: ((text: string) => void) | undefined;
  /** Gets the end of standard error after a successful exit. */
  onLog?: ((log: string) => void) | undefined;
}

/** A child process that failed, with the end of its log. */
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

/** Returns the last line of a log; for Node, the error above its stack. */
function lastWord(log: string): string {
  const lines = log.trim().split('\n');
  const thrown = lines.at(-1)?.startsWith('Node.js v') ? lines.find((line) => /^\w*Error\b/.test(line)) : undefined;
  return thrown ?? lines.at(-1) ?? '';
}

/** The machine lacks what Cutroom needs. `message` is a sentence for its operator; of a plain Error in a render it is not. */
export class SetupError extends Error {
  override name = 'SetupError';
}

/** Error if ffmpeg cannot be started. */
export function notFound(error: ProcessError): Error {
  const isOfSandbox = /^bwrap: /.test(error.log);
  const message = isOfSandbox
    ? 'The sandbox (bwrap) could not start ffmpeg. Repair bubblewrap, or set CUTROOM_SANDBOX=off.'
    : 'ffmpeg was not found. Install it, or set FFMPEG_PATH.';
  return new SetupError(message, { cause: error });
}

const gigabyte = 1024 ** 3;
/** Limits of probing a file. */
export const probeLimits: Limits = { wallSeconds: 30, cpuSeconds: 30, memory: 4 * gigabyte, fileSize: gigabyte };
/** Limits of a render: far beyond the longest allowed video. */
export const renderLimits: Limits = {
  wallSeconds: 4 * 3600,
  cpuSeconds: 16 * 3600,
  memory: 12 * gigabyte,
  fileSize: 16 * gigabyte,
};

/** Memory of an ffmpeg with open inputs, in bytes. */
export const ffmpegMemory = 60_000_000;

/** Limits of a painting process; the runtime reserves far more address space than it uses. */
export const paintLimits: Limits = {
  wallSeconds: 1800,
  cpuSeconds: 3600,
  memory: 256 * gigabyte,
  fileSize: 16 * gigabyte,
};

/** Exit code of prlimit and setpriv if the program is missing. */
const notStarted = 127;
/** Exit code of bwrap if its program was killed. */
const killedInside = 137;

/** Characters of standard error to retain. */
export const maxLog = 20_000;
const maxCollected = 64_000_000;

/**
 * Runs a program with an argument list, without a shell, in its own process group, which dies with this process.
 * @returns its output, unless `onOutput` receives it.
 * @throws ProcessError if it fails or times out; the signal's reason when aborted.
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
    // Register first: with too many open files there are no streams, and the error follows a moment later.
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
      // ffmpeg exits successfully even if the end of its file did not fit on the disk.
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

/** Whether a message reports a full disk. */
export function saysDiskFull(text: string): boolean {
  return /no space left|ENOSPC|disk quota/i.test(text);
}

/** Second lowest priority: the lowest may get no CPU time for hours. */
const background = 18;

/** Called before the program starts threads, which inherit the priority. */
function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) os.setPriority(pid, background);
  } catch {
    // It has already exited.
  }
}
