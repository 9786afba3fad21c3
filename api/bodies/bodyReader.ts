import { createTaskThreads } from '../system/taskThreads.ts';
import { type BodyTasks, bodyTasks } from './readBody.ts';

/** Most bytes of a body that is read in the calling thread, which takes a few milliseconds. */
const INLINE_BYTES = 64 * 1024;
/**
 * Most objects and lists of such a body: reporting the missing fields of an empty layer takes 20 µs, and the layer has
 * only two bytes.
 */
const INLINE_VALUES = 1000;
/** The slowest valid body takes about two seconds. */
const LIMITS = { timeoutMs: 20_000, heapMb: 512, mostWaiting: { client: 8, all: 32 } };

/** Reads request bodies: small ones immediately, large ones in a thread, so that they do not block other requests. */
export interface BodyReader {
  /**
   * Runs a task on a body.
   * @param client that sent it: clients alternate. @param args the body, then further arguments of the task.
   * @throws ServiceError "too-many-requests" if too many wait, "invalid" if parsing takes too long
   */
  read<N extends keyof BodyTasks>(
    client: string,
    name: N,
    ...args: Parameters<BodyTasks[N]>
  ): Promise<ReturnType<BodyTasks[N]>>;
  close(): Promise<void>;
}

/**
 * Creates the reader of a process. @param program path of the built thread program; without it, bodies are read in this
 * thread.
 */
export function createBodyReader(program: string | undefined): BodyReader {
  const threads =
    program === undefined
      ? undefined
      : createTaskThreads<BodyTasks>({ program, kind: 'bodies', threads: 1, ...LIMITS });
  return {
    async read(client, name, ...args) {
      const [body] = args;
      if (threads && !isSmall(body)) return threads.run(client, name, args);
      const task = bodyTasks[name] as unknown as (...input: typeof args) => ReturnType<BodyTasks[typeof name]>;
      return task(...args);
    },
    close: async () => threads?.close(),
  };
}

/** Whether reading a body takes only a few milliseconds. */
function isSmall(body: Uint8Array): boolean {
  if (body.byteLength > INLINE_BYTES) return false;
  let values = 0;
  for (const byte of body) if (byte === OBJECT_START || byte === LIST_START) values += 1;
  return values <= INLINE_VALUES;
}

/** The bytes of `{` and `[`. */
const [OBJECT_START, LIST_START] = [0x7b, 0x5b];
