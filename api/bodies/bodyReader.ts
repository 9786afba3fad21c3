import { Worker } from 'node:worker_threads';
import { type BodyAnswer, type BodyCall, type BodyTasks, bodyTasks } from './bodyThread.ts';

/** Bodies up to this size are read in the calling thread: it takes less time than a large answer does anyway, bytes. */
const INLINE_BYTES = 64 * 1024;
/** A body that takes longer ends its thread, milliseconds. The slowest valid one takes about two seconds. */
const TIMEOUT_MS = 20_000;
/** Large bodies that may wait for the thread, of one client and of all. */
const MOST_WAITING = { client: 8, all: 32 };
/** The thread ends when it had nothing to do for so long, milliseconds. */
const IDLE_MS = 60_000;
/** Heap of the thread, megabytes: the largest valid body takes about a third. */
const HEAP_MB = 768;

/** Too many large bodies wait. */
export class BusyError extends Error {
  override name = 'BusyError';
}

/** A body was not read within the time limit, or needed too much memory. */
export class TooComplexError extends Error {
  override name = 'TooComplexError';
}

/** Reads request bodies: small ones at once, large ones in a thread, where they cannot hold up other requests. */
export interface BodyReader {
  /**
   * Runs a task on a body.
   * @param client whose body it is: clients take turns. @param args the body first, then what else the task takes.
   * @throws BusyError, TooComplexError
   */
  read<N extends keyof BodyTasks>(
    client: string,
    name: N,
    ...args: Parameters<BodyTasks[N]>
  ): Promise<ReturnType<BodyTasks[N]>>;
  close(): Promise<void>;
}

/** A task that waits. */
interface Waiting {
  client: string;
  call: BodyCall;
  settle: (answer: BodyAnswer) => void;
  fail: (error: Error) => void;
}

/**
 * Creates the reader of a process.
 * @param program path of the built thread program; without it every body is read in this thread.
 */
export function createBodyReader(
  program: string | undefined,
  { timeoutMs = TIMEOUT_MS, inlineBytes = INLINE_BYTES } = {},
): BodyReader {
  const line = createFairLine<Waiting>();
  let thread: Worker | undefined;
  let running: Waiting | undefined;
  let nextId = 0;
  let idle: NodeJS.Timeout | undefined;

  const start = (file: string): Worker => {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    started.unref();
    started.on('message', (answer: BodyAnswer) => {
      const answered = running;
      if (answered?.call.id !== answer.id) return;
      running = undefined;
      answered.settle(answer);
      runNext(file);
    });
    const end = () => {
      if (thread !== started) return;
      thread = undefined;
      running?.fail(new TooComplexError('A request body ended its thread.'));
      running = undefined;
      runNext(file);
    };
    started.on('error', end);
    started.on('exit', end);
    return started;
  };
  const runNext = (file: string) => {
    if (running) return;
    clearTimeout(idle);
    running = line.next();
    if (!running) {
      idle = setTimeout(() => void thread?.terminate(), IDLE_MS).unref();
      return;
    }
    const { id } = running.call;
    const limit = () =>
      setTimeout(() => {
        if (running?.call.id === id) void thread?.terminate();
      }, timeoutMs).unref();
    if (thread) limit();
    else {
      thread = start(file);
      // Starting takes long on a busy machine, and is not the body's fault.
      thread.once('online', limit);
    }
    thread.postMessage(running.call);
  };
  return {
    async read(client, name, ...args) {
      type Result = ReturnType<BodyTasks[typeof name]>;
      const [body] = args;
      if (program === undefined || body.byteLength <= inlineBytes)
        return (bodyTasks[name] as (...given: unknown[]) => Result)(...args);
      if (line.count(client) >= MOST_WAITING.client || line.count() >= MOST_WAITING.all) throw new BusyError();
      nextId += 1;
      const call = { id: nextId, name, args };
      const answer = await new Promise<BodyAnswer>((settle, fail) => {
        line.add(client, { client, call, settle, fail });
        runNext(program);
      });
      if ('failure' in answer) throw new Error(`A request body could not be read: ${answer.failure}`);
      return answer.value as Result;
    },
    async close() {
      clearTimeout(idle);
      const ended = thread;
      thread = undefined;
      await ended?.terminate();
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
