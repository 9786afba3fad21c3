import { dirname } from 'node:path';
import type { PaintJob, PaintRun } from './paintJob.ts';
import { type PaintProcess, startPaintProcess } from './paintProcess.ts';

/** Does paint jobs in processes of their own. */
export interface PaintPool {
  /**
   * Does a job, as paintJob would here.
   * @throws ProblemError as paintJob does; another error when painting fails or its process dies, which ends no other
   * job; the signal's reason when aborted.
   */
  paint(job: PaintJob, run: PaintRun): Promise<void>;
  /** Ends the processes that wait for work. */
  close(): void;
}

/** How long a painting process stays. */
export interface PaintBounds {
  /** Jobs that it does, bytes that it may hold and seconds of CPU that it may have used when it is to go on. */
  jobs: number;
  memory: number;
  cpuSeconds: number;
  /** Milliseconds that it waits for the next job; 0: it ends with its job, and gives its memory back at once. */
  idleMs: number;
  /** Folder in which each process has a room; it should be on the disk on which renders work. Default: the system's for temporary files. */
  rooms: string | undefined;
}

const usualBounds: PaintBounds = {
  ...{ jobs: 200, memory: 600_000_000, cpuSeconds: 1200, idleMs: 30_000 },
  rooms: undefined,
};

/**
 * A pool that keeps one painting process for the next job of the same work, and has one ready for other work: starting Node
 * and Skia takes longer than most jobs do. A process only ever works for one: what took it over has met nothing of others.
 * Work is the same where its folder lies in the same folder. Jobs that come at once get a process each.
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
  const take = async (worksFor: string): Promise<PaintProcess> => {
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
    // Whoever comes next tries again, and hears why.
    spare ??= start().catch(() => undefined);
    timer = setTimeout(close, idleMs).unref();
  };
  return {
    async paint(job, run) {
      run.signal?.throwIfAborted();
      const worksFor = dirname(job.work);
      const painter = await take(worksFor);
      try {
        const used = await painter.paint(job, run);
        if (idleMs === 0 || used.jobs >= jobs || used.memory > memory || used.cpu > cpuSeconds) painter.kill();
        else wait(painter, worksFor);
      } catch (error) {
        // Whatever state it is in, the next job has nothing to do with it.
        painter.kill();
        throw error;
      }
    },
    close,
  };
}
