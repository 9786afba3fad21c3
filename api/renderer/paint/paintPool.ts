import { dirname } from 'node:path';
import type { PaintJob, PaintRun } from './paintJob.ts';
import { type PaintProcess, startPaintProcess } from './paintProcess.ts';

/** Runs paint jobs in separate processes. */
export interface PaintPool {
  /**
   * Runs a job like paintJob.
   * @throws ProblemError like paintJob; another error if painting fails or its process dies, which affects no other
   * job; the signal's reason when aborted.
   */
  paint(job: PaintJob, run: PaintRun): Promise<void>;
  /** Ends the idle processes. */
  close(): void;
}

/** Lifetime of a painting process. */
export interface PaintBounds {
  /** Jobs, bytes of memory and CPU seconds after which it is replaced. */
  jobs: number;
  memory: number;
  cpuSeconds: number;
  /** Milliseconds that it waits for the next job; 0: it ends with its job and frees its memory at once. */
  idleMs: number;
  /**
   * Folder for the rooms of processes, preferably on the disk of the renders. Default: the system's temporary folder.
   */
  rooms: string | undefined;
}

const usualBounds: PaintBounds = {
  ...{ jobs: 200, memory: 600_000_000, cpuSeconds: 1200, idleMs: 30_000 },
  rooms: undefined,
};

/**
 * Creates a pool that keeps one painting process for the next job of the same work, and a fresh one for other work,
 * because starting Node and Skia takes longer than most jobs. A process never serves two works, so a compromised one
 * never sees data of others. Jobs belong to the same work if their folders have the same parent. Concurrent jobs get a
 * process each.
 * @param program path of the built paint program.
 */
export function createPaintPool(program: string, bounds: Partial<PaintBounds> = {}): PaintPool {
  const { jobs, memory, cpuSeconds, idleMs, rooms } = { ...usualBounds, ...bounds };
  const start = () => startPaintProcess(program, rooms);
  let waiting: { painter: PaintProcess; worksFor: string } | undefined;
  let spare: Promise<PaintProcess | undefined> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    clearTimeout(timer);
    waiting?.painter.kill();
    waiting = undefined;
    void spare?.then((painter) => painter?.kill());
    spare = undefined;
  };
  const acquireProcess = async (worksFor: string): Promise<PaintProcess> => {
    clearTimeout(timer);
    const [known, ready] = [waiting, spare];
    if (known?.worksFor === worksFor && known.painter.isAlive) {
      waiting = undefined;
      return known.painter;
    }
    spare = undefined;
    const painter = await ready;
    return painter?.isAlive ? painter : start();
  };
  const wait = (painter: PaintProcess, worksFor: string) => {
    waiting?.painter.kill();
    waiting = { painter, worksFor };
    // The next job starts a process again and reports the error.
    spare ??= start().catch(() => undefined);
    timer = setTimeout(close, idleMs).unref();
  };
  return {
    async paint(job, run) {
      run.signal?.throwIfAborted();
      const worksFor = dirname(job.work);
      const painter = await acquireProcess(worksFor);
      try {
        const used = await painter.paint(job, run);
        if (idleMs === 0 || used.jobs >= jobs || used.memory > memory || used.cpu > cpuSeconds) painter.kill();
        else wait(painter, worksFor);
      } catch (error) {
        // The process may be in any state, so it is not reused.
        painter.kill();
        throw error;
      }
    },
    close,
  };
}
