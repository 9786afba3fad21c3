import { Worker } from 'node:worker_threads';
import { type Problem, ProblemError } from '../../engine/project/problems.ts';
import { fairTurns } from './fairTurns.ts';
import { fail } from './serviceError.ts';

/** Functions that threads run, by name: pure, with cloneable arguments and results. */
export type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Purpose of a thread, passed at its start. */
export type ThreadData = { kind: 'bodies' | 'plans' } | { kind: 'database'; folder: string };

/** A task for a thread. */
export interface TaskCall {
  id: number;
  name: string;
  args: unknown[];
}

/** The value that a task returned, the problems that it threw, or the stack of another error. */
export type TaskAnswer = { id: number } & ({ value: unknown } | { problems: readonly Problem[] } | { failure: string });

/** Options of task threads. */
export interface ThreadOptions {
  /** Path of the built thread program. */
  program: string;
  /** Kind of tasks. */
  kind: 'bodies' | 'plans';
  /** Most concurrent threads. */
  threads: number;
  /** Milliseconds after which a task's thread is terminated. */
  timeoutMs: number;
  /** Heap size of a thread in megabytes. */
  heapMb: number;
  /** Most waiting tasks per client and in total; default: unlimited. */
  mostWaiting?: { client: number; all: number };
}

/** Runs tasks in threads, so that they do not block the event loop. Clients alternate. */
export interface TaskThreads<T extends Tasks> {
  /**
   * @param client that the task belongs to. @param signal terminates the thread of a running task; a waiting one fails
   * at its turn.
   * @throws errors of the task; ServiceError "too-many-requests" if too many tasks are waiting, "invalid" if the task
   * exceeded its limit of time or memory; the signal's reason.
   */
  run<N extends keyof T & string>(
    client: string,
    name: N,
    args: Parameters<T[N]>,
    signal?: AbortSignal,
  ): Promise<ReturnType<T[N]>>;
  close(): Promise<void>;
}

/** Idle milliseconds after which a thread exits and frees its memory. Starting one takes about 100 ms. */
const IDLE_MS = 2000;

/**
 * Young generation of a thread's heap in megabytes: the default of 48 would stay allocated after the first large task.
 */
export const YOUNG_MB = 16;

/** Creates the threads for one kind of tasks; a thread starts when a task finds no idle one. */
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
      if (mostWaiting && (own >= mostWaiting.client || waiting.length >= mostWaiting.all))
        throw fail('too-many-requests', 'Too many large requests are waiting. Please try again in a few seconds.');
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

/** A thread that runs one task at a time. */
class TaskThread {
  readonly #worker: Worker;
  readonly #timeoutMs: number;
  #isOnline = false;
  #idle: NodeJS.Timeout | undefined;
  readonly #onEnd: () => void;
  /** Why it exited by itself. */
  #failure: Error & { code?: string } = fail('invalid', 'This takes too long to check. Please make it smaller.');

  /** @param onEnd called when it exits: it takes no further tasks. */
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
      // Other errors, such as a missing program, are not the task's fault.
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') this.#failure = error;
    });
    this.#worker.once('exit', onEnd);
  }

  end(): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#onEnd();
    return this.#worker.terminate();
  }

  /** Runs a task. @throws ServiceError "invalid", or the signal's reason: the thread has exited then. */
  async run(call: TaskCall, signal: AbortSignal | undefined): Promise<TaskAnswer> {
    clearTimeout(this.#idle);
    const stop = () => void this.end();
    let timer: NodeJS.Timeout | undefined;
    const limit = () => {
      timer = setTimeout(stop, this.#timeoutMs).unref();
    };
    // Startup takes long on a busy machine and does not count.
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
