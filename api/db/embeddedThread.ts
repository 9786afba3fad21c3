import { type MessagePort, Worker } from 'node:worker_threads';
import { type ThreadData, YOUNG_MB } from '../system/taskThreads.ts';
import { type Embedded, openEmbedded } from './embedded.ts';

/** A request to the thread: one statement with values, several without, or another step. */
type Request = { text: string; values?: unknown[] } | { step: 'prepare' | 'synced' | 'close' } | { listen: string };
type Call = { id: number } & Request;
/** A notification of the database. */
type Notification = { channel: string; payload: string };
/** The answer; an error includes its fields, such as PostgreSQL's code. */
type Answer = { id: number } & ({ value: unknown } | { error: Record<string, unknown> });

/** Opens an embedded database in this thread and serves requests from its parent. */
export async function serveEmbedded(port: MessagePort, folder: string): Promise<void> {
  const opening = openEmbedded(folder);
  const answerTo = async (call: Call): Promise<unknown> => {
    const { pglite, ...database } = await opening;
    if ('listen' in call) {
      const channel = call.listen;
      await pglite.listen(channel, (payload) => port.postMessage({ channel, payload } satisfies Notification));
      return undefined;
    }
    if ('step' in call) return call.step === 'close' ? pglite.close() : database[call.step]();
    const { text, values } = call;
    if (!values) return (await pglite.exec(text)).map(({ rows }) => ({ rows }));
    const { rows, affectedRows } = await pglite.query(text, values);
    return { rows, affectedRows };
  };
  port.on('message', (call: Call) => {
    const { id } = call;
    void answerTo(call).then(
      (value) => port.postMessage({ id, value } satisfies Answer),
      (error: Error) => port.postMessage({ id, error: fieldsOf(error) } satisfies Answer),
    );
  });
  await opening;
}

/**
 * Opens an embedded database in its own thread: statements and syncs block their thread. @param program path of the
 * built thread program.
 */
export async function openInThread(program: string, folder: string): Promise<Embedded> {
  const workerData: ThreadData = { kind: 'database', folder };
  const worker = new Worker(program, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let [nextId, ended] = [0, undefined as Error | undefined];
  worker.unref();
  const listeners = new Map<string, (payload: string) => void>();
  worker.on('message', (answer: Answer | Notification) => {
    if ('channel' in answer) return listeners.get(answer.channel)?.(answer.payload);
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if ('error' in answer) call?.reject(errorOf(answer.error));
    else call?.resolve(answer.value as never);
  });
  const end = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The thread of the built-in database stopped.')));
  const ask = <T>(request: Request) =>
    new Promise<T>((resolve, reject) => {
      if (ended) return reject(ended);
      nextId += 1;
      waiting.set(nextId, { resolve, reject });
      // Keep the process alive while requests are pending.
      worker.ref();
      worker.postMessage({ id: nextId, ...request } satisfies Call);
    });
  try {
    await ask({ text: 'select 1' });
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    pglite: {
      query: (text, values) => ask({ text, values }),
      exec: (text) => ask({ text }),
      listen(channel, onNotification) {
        listeners.set(channel, onNotification);
        return ask({ listen: channel });
      },
      async close() {
        await ask({ step: 'close' });
        await worker.terminate();
      },
    },
    prepare: () => ask({ step: 'prepare' }),
    synced: () => ask({ step: 'synced' }),
  };
}

function fieldsOf(error: Error): Record<string, unknown> {
  const fields = Object.entries(error).filter(([, value]) => typeof value !== 'object' && typeof value !== 'function');
  return { ...Object.fromEntries(fields), name: error.name, message: error.message, stack: error.stack };
}

function errorOf(fields: Record<string, unknown>): Error {
  return Object.assign(new Error(String(fields.message)), fields);
}
