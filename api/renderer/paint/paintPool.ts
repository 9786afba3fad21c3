import { ProblemError } from '../../../engine/project/problems.ts';
import { type Helper, startHelper } from '../../system/helper.ts';
import { ProcessError, paintLimits } from '../../system/process.ts';
import type { PaintJob } from './paintJob.ts';
import type { PaintMessage, WrittenJob } from './paintMessage.ts';

/** What a paint job is run with. */
export interface PaintRun {
  signal?: AbortSignal | undefined;
  /** @param share of the job that is done, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Paints jobs in processes of their own. */
export interface PaintPool {
  /**
   * Paints a job, as paintJob would here.
   * @throws ProblemError as paintJob does; another error when painting fails or its process dies, which ends no other
   * job; the signal's reason when aborted.
   */
  paint(job: PaintJob, run: PaintRun): Promise<void>;
  /** Ends the process that waits for work. */
  close(): void;
}

/** How long a painting process stays. */
export interface PaintBounds {
  /** Jobs that it paints, bytes that it may hold and seconds of CPU that it may have used when it is to go on. */
  jobs: number;
  memory: number;
  cpuSeconds: number;
  /** Milliseconds that it waits for the next job; 0: it ends with its job, and gives its memory back at once. */
  idleMs: number;
}

const usualBounds: PaintBounds = { jobs: 200, memory: 600_000_000, cpuSeconds: 1200, idleMs: 30_000 };

/**
 * A pool that keeps one painting process for the next job: starting Node, Skia and the fonts takes longer than most
 * jobs do. Jobs that come at once get a process each.
 * @param program path of the built paint program.
 */
export function createPaintPool(program: string, bounds: Partial<PaintBounds> = {}): PaintPool {
  const { jobs, memory, cpuSeconds, idleMs } = { ...usualBounds, ...bounds };
  let waiting: PaintProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  const take = () => {
    clearTimeout(timer);
    const taken = waiting?.isAlive ? waiting : new PaintProcess(program);
    waiting = undefined;
    return taken;
  };
  const close = () => {
    clearTimeout(timer);
    waiting?.kill();
    waiting = undefined;
  };
  return {
    async paint(job, run) {
      run.signal?.throwIfAborted();
      const painter = take();
      try {
        const used = await painter.paint(job, run);
        if (idleMs === 0 || waiting || used.jobs >= jobs || used.memory > memory || used.cpu > cpuSeconds)
          painter.kill();
        else {
          waiting = painter;
          timer = setTimeout(close, idleMs).unref();
        }
      } catch (error) {
        // Whatever state it is in, the next job has nothing to do with it.
        painter.kill();
        throw error;
      }
    },
    close,
  };
}

/** What a painting process has used so far: jobs, bytes, seconds of CPU. */
interface Used {
  jobs: number;
  memory: number;
  cpu: number;
}

/** What is told of the job under way, and of the process's end. */
interface Listener {
  hear: (message: PaintMessage) => void;
  end: (error: ProcessError) => void;
}

const nobody: Listener = { hear: () => undefined, end: () => undefined };

class PaintProcess {
  isAlive = true;
  readonly #helper: Helper;
  #jobs = 0;
  // One at a time: a promise of the process's end would hold on to every job that ever waited for it.
  #listener = nobody;

  constructor(program: string) {
    this.#helper = startHelper(process.execPath, ['--expose-gc', program], {
      limits: paintLimits,
      onLine: (line) => this.#listener.hear(JSON.parse(line) as PaintMessage),
    });
    void this.#helper.ended.then((error) => {
      this.isAlive = false;
      this.#listener.end(error);
    });
  }

  kill(): void {
    this.isAlive = false;
    this.#helper.kill();
  }

  /** Paints one job; there must be no other under way. */
  async paint({ media, ...rest }: PaintJob, { signal, onProgress }: PaintRun): Promise<Used> {
    const helper = this.#helper;
    const kill = () => this.kill();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      kill();
    }, paintLimits.wallSeconds * 1000);
    helper.hold(true);
    signal?.addEventListener('abort', kill, { once: true });
    try {
      return await new Promise<Used>((resolve, reject) => {
        const hear = (message: PaintMessage) => {
          if ('share' in message) onProgress?.(message.share);
          else if ('problems' in message) reject(new ProblemError(message.problems));
          else if ('failure' in message) reject(failureOf(message.failure));
          else resolve({ ...message.used, jobs: this.#jobs });
        };
        const end = (error: ProcessError) =>
          reject(isLate ? new ProcessError(error.command, 'timeout', error.log) : error);
        this.#listener = { hear, end };
        this.#jobs += 1;
        const [paths, probes] = [[...media.paths], [...media.probes]];
        helper.tell(JSON.stringify({ ...rest, paths, probes } satisfies WrittenJob));
      });
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      this.#listener = nobody;
      helper.hold(false);
    }
  }
}

function failureOf({ message, code }: { message: string; code?: string | undefined }): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}
