import { Worker } from 'node:worker_threads';
import { type Problem, ProblemError } from '../../engine/project/problems.ts';

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
   * @param client whose task it is. @param signal ends the task, with its thread where it runs.
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

/** A thread ends when it had nothing to do for so long, milliseconds. */
const IDLE_MS = 60_000;

/** A task that waits or runs. */
interface Job {
  call: TaskCall;
  settle: (answer: TaskAnswer) => void;
  fail: (error: unknown) => void;
}

/** A thread and what it runs. */
interface Thread {
  worker: Worker;
  job: Job | undefined;
  idle: NodeJS.Timeout | undefined;
}

/** Creates the threads of one kind of tasks; each starts with the first task that finds no idle one. */
export function createTaskThreads<T extends Tasks>(options: ThreadOptions): TaskThreads<T> {
  const { program, kind, threads: most, timeoutMs, heapMb, mostWaiting } = options;
  const line = createFairLine<Job>();
  const threads = new Set<Thread>();
  let nextId = 0;

  const start = (): Thread => {
    const worker = new Worker(program, {
      workerData: { kind } satisfies ThreadData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    worker.unref();
    const thread: Thread = { worker, job: undefined, idle: undefined };
    worker.on('message', (answer: TaskAnswer) => {
      const { job } = thread;
      if (job?.call.id !== answer.id) return;
      thread.job = undefined;
      job.settle(answer);
      runNext();
    });
    const end = () => {
      if (!threads.delete(thread)) return;
      clearTimeout(thread.idle);
      thread.job?.fail(new TooComplexError('A task ended its thread.'));
      runNext();
    };
    worker.on('error', end);
    worker.on('exit', end);
    threads.add(thread);
    return thread;
  };

  const runNext = () => {
    const free = [...threads].find(({ job }) => !job);
    if (!free && threads.size >= most) return;
    const job = line.next();
    if (!job) {
      if (free) free.idle ??= setTimeout(() => void free.worker.terminate(), IDLE_MS).unref();
      return;
    }
    const thread = free ?? start();
    clearTimeout(thread.idle);
    thread.idle = undefined;
    thread.job = job;
    const limit = () =>
      setTimeout(() => {
        if (thread.job === job) void thread.worker.terminate();
      }, timeoutMs).unref();
    if (free) limit();
    // Starting takes long on a busy machine, and is not the task's fault.
    else thread.worker.once('online', limit);
    thread.worker.postMessage(job.call);
  };

  const abort = (job: Job, reason: unknown) => {
    job.fail(reason);
    line.remove(job);
    for (const thread of threads) if (thread.job === job) void thread.worker.terminate();
  };

  return {
    async run(client, name, args, signal) {
      signal?.throwIfAborted();
      if (mostWaiting && (line.count(client) >= mostWaiting.client || line.count() >= mostWaiting.all))
        throw new BusyError();
      nextId += 1;
      const call = { id: nextId, name, args };
      const answer = await new Promise<TaskAnswer>((settle, fail) => {
        const job: Job = { call, settle, fail };
        signal?.addEventListener('abort', () => abort(job, signal.reason), { once: true });
        line.add(client, job);
        runNext();
      });
      if ('problems' in answer) throw new ProblemError(answer.problems);
      if ('failure' in answer) throw new Error(`The task ${name} failed: ${answer.failure}`);
      return answer.value as ReturnType<T[typeof name]>;
    },
    async close() {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

/** Waiting items of several clients: each client in turn gives its oldest one. */
function createFairLine<Item>() {
  // A map remembers the order of insertion: its first client is the next one.
  const clients = new Map<string, Item[]>();
  return {
    /** Of one client, or of all. */
    count: (client?: string) =>
      client === undefined
        ? [...clients.values()].reduce((sum, items) => sum + items.length, 0)
        : (clients.get(client)?.length ?? 0),
    add(client: string, item: Item): void {
      const own = clients.get(client);
      if (own) own.push(item);
      else clients.set(client, [item]);
    },
    remove(item: Item): void {
      for (const [client, items] of clients) {
        const left = items.filter((one) => one !== item);
        if (left.length === 0) clients.delete(client);
        else clients.set(client, left);
      }
    },
    next(): Item | undefined {
      const [first] = clients;
      if (!first) return undefined;
      const [client, items] = first;
      clients.delete(client);
      const item = items.shift();
      if (items.length > 0) clients.set(client, items);
      return item;
    },
  };
}
