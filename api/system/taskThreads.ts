import { Worker } from 'node:worker_threads';
import { type Problem, ProblemError } from '../../engine/project/problems.ts';
import { fairTurns } from './fairTurns.ts';

/** Functions that threads run, by name: pure, with arguments and results that can be cloned. */
export type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>;

/** What a thread is for, told when it starts. */
export type ThreadData = { kind: 'bodies' | 'plans' } | { kind: 'database'; folder: string };

/** A task for a thread. */
export interface TaskCall {
  id: number;
  name: string;
  args: unknown[];
}

/** What a task returned, the problems that it threw, or the stack of any other error. */
export type TaskAnswer = { id: number } & ({ value: unknown } | { problems: readonly Problem[] } | { failure: string });

/** Too many tasks wait. */
export class BusyError extends Error {
  override name = 'BusyError';
}

/** A task did not end within the time limit, or needed too much memory. */
export class TooComplexError extends Error {
  override name = 'TooComplexError';
}

/** How threads run tasks. */
export interface ThreadOptions {
  /** Path of the built thread program. */
  program: string;
  /** Which tasks it runs. */
  kind: 'bodies' | 'plans';
  /** Most threads at a time. */
  threads: number;
  /** A task that takes longer ends its thread, milliseconds. */
  timeoutMs: number;
  /** Heap of a thread, megabytes. */
  heapMb: number;
  /** Tasks that may wait, of one client and of all; default: any number. */
  mostWaiting?: { client: number; all: number };
}

/** Runs tasks in threads, where they cannot hold up the event loop. Clients take turns. */
export interface TaskThreads<T extends Tasks> {
  /**
   * @param client whose task it is. @param signal ends a task that runs, with its thread; one that waits ends in its turn.
   * @throws what the task throws; BusyError, TooComplexError; the signal's reason.
   */
  run<N extends keyof T & string>(
    client: string,
    name: N,
    args: Parameters<T[N]>,
    signal?: AbortSignal,
  ): Promise<ReturnType<T[N]>>;
  close(): Promise<void>;
}

/** A thread ends, and frees its memory, when it had nothing to do for so long, milliseconds. Starting one takes about 100 ms. */
const IDLE_MS = 2000;

/** Memory of a thread for new objects, megabytes: the default of 48 would stay with it after its first large task. */
export const YOUNG_MB = 16;

/** Creates the threads of one kind of tasks; each starts with the first task that finds no idle one. */
export function createTaskThreads<T extends Tasks>(options: ThreadOptions): TaskThreads<T> {
  const { threads: most, mostWaiting } = options;
  const turns = fairTurns({ most, ofOne: most });
  const waiting: string[] = [];
  const idle: TaskThread[] = [];
  const all = new Set<TaskThread>();
  const start = () => {
    const thread = new TaskThread(options, () => {
      all.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    });
    all.add(thread);
    return thread;
  };
  const runNow = async (call: TaskCall, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    const thread = idle.pop() ?? start();
    const answer = await thread.run(call, signal);
    idle.push(thread);
    return answer;
  };
  let nextId = 0;
  return {
    async run(client, name, args, signal) {
      const own = waiting.filter((one) => one === client).length;
      if (mostWaiting && (own >= mostWaiting.client || waiting.length >= mostWaiting.all)) throw new BusyError();
      waiting.push(client);
      nextId += 1;
      const call = { id: nextId, name, args };
      const answer = await turns(client, () => {
        waiting.splice(waiting.indexOf(client), 1);
        return runNow(call, signal);
      });
      if ('problems' in answer) throw new ProblemError(answer.problems);
      if ('failure' in answer) throw new Error(`The task ${name} failed: ${answer.failure}`);
      return answer.value as ReturnType<T[typeof name]>;
    },
    close: async () => void (await Promise.all([...all].map((thread) => thread.end()))),
  };
}

/** A thread that runs one task after the other. */
class TaskThread {
  readonly #worker: Worker;
  readonly #timeoutMs: number;
  #isOnline = false;
  #idle: NodeJS.Timeout | undefined;
  readonly #onEnd: () => void;
  /** Why it ended by itself. */
  #failure: Error & { code?: string } = new TooComplexError('A task took longer than it may.');

  /** @param onEnd called when it ends: no further task may be given to it. */
  constructor({ program, kind, timeoutMs, heapMb }: ThreadOptions, onEnd: () => void) {
    const workerData: ThreadData = { kind };
    this.#worker = new Worker(program, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#timeoutMs = timeoutMs;
    this.#onEnd = onEnd;
    this.#worker.unref();
    this.#worker.once('online', () => {
      this.#isOnline = true;
    });
    this.#worker.once('error', (error: Error & { code?: string }) => {
      // Anything else, such as a missing program, is no fault of the task.
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') this.#failure = error;
    });
    this.#worker.once('exit', onEnd);
  }

  end(): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#onEnd();
    return this.#worker.terminate();
  }

  /** @throws TooComplexError, and the signal's reason: the thread has then ended. */
  async run(call: TaskCall, signal: AbortSignal | undefined): Promise<TaskAnswer> {
    clearTimeout(this.#idle);
    const stop = () => void this.end();
    let timer: NodeJS.Timeout | undefined;
    const limit = () => {
      timer = setTimeout(stop, this.#timeoutMs).unref();
    };
    // Starting takes long on a busy machine, and is not the task's fault.
    if (this.#isOnline) limit();
    else this.#worker.once('online', limit);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise<TaskAnswer>((resolve, reject) => {
        const died = () => reject(signal?.aborted ? signal.reason : this.#failure);
        this.#worker.once('exit', died);
        this.#worker.once('message', (answer: TaskAnswer) => {
          this.#worker.off('exit', died);
          resolve(answer);
        });
        this.#worker.postMessage(call);
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      this.#idle = setTimeout(stop, IDLE_MS).unref();
    }
  }
}
