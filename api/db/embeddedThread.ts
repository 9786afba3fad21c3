import { type MessagePort, Worker } from 'node:worker_threads';
import type { ThreadData } from '../system/taskThreads.ts';
import { openEmbedded } from './embedded.ts';

/** What the service asks of an embedded database: one statement with values, or several without. */
export interface EmbeddedDatabase {
  query<R>(text: string, values: unknown[]): Promise<{ rows: R[]; affectedRows?: number | undefined }>;
  exec(text: string): Promise<{ rows: Record<string, unknown>[] }[]>;
  close(): Promise<void>;
}

/** A call on the database of the thread. */
type Call = { id: number } & ({ text: string; values?: unknown[] } | { close: true });
/** What came of it; the error with its fields, such as PostgreSQL's code. */
type Answer = { id: number } & ({ value: unknown } | { error: Record<string, unknown> });

/** Opens an embedded database in this thread, and runs what the parent asks. */
export async function serveEmbedded(port: MessagePort, folder: string): Promise<void> {
  const opening = openEmbedded(folder);
  const answerTo = async (call: Call): Promise<unknown> => {
    const database = await opening;
    if ('close' in call) return database.close();
    const { text, values } = call;
    if (!values) return (await database.exec(text)).map(({ rows }) => ({ rows }));
    const { rows, affectedRows } = await database.query(text, values);
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
 * Opens an embedded database in a thread of its own: a statement runs, and waits for the disk, without a pause, and would hold
 * up everything else in this one. @param program path of the built thread program.
 */
export async function openInThread(program: string, folder: string): Promise<EmbeddedDatabase> {
  const worker = new Worker(program, { workerData: { kind: 'database', folder } satisfies ThreadData });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let [nextId, ended] = [0, undefined as Error | undefined];
  worker.unref();
  worker.on('message', (answer: Answer) => {
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
  worker.on('exit', () => end(new Error('The thread of the embedded database ended.')));
  const ask = <T>(call: { text: string; values?: unknown[] } | { close: true }) =>
    new Promise<T>((resolve, reject) => {
      if (ended) return reject(ended);
      nextId += 1;
      waiting.set(nextId, { resolve, reject });
      // Whatever waits for an answer keeps the process.
      worker.ref();
      worker.postMessage({ id: nextId, ...call } satisfies Call);
    });
  const database: EmbeddedDatabase = {
    query: (text, values) => ask({ text, values }),
    exec: (text) => ask({ text }),
    async close() {
      await ask({ close: true });
      await worker.terminate();
    },
  };
  try {
    await database.query('select 1', []);
    return database;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

function fieldsOf(error: Error): Record<string, unknown> {
  const fields = Object.entries(error).filter(([, value]) => typeof value !== 'object' && typeof value !== 'function');
  return { ...Object.fromEntries(fields), name: error.name, message: error.message, stack: error.stack };
}

function errorOf(fields: Record<string, unknown>): Error {
  return Object.assign(new Error(String(fields.message)), fields);
}
