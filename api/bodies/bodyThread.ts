import { parentPort } from 'node:worker_threads';
import { readKitBody, readProjectBody, readVideoBody } from './readBody.ts';

/** What reads bodies, by the name of the task. */
export const bodyTasks = { video: readVideoBody, project: readProjectBody, kit: readKitBody } as const;

/** The tasks, by name. */
export type BodyTasks = typeof bodyTasks;

/** A task for the thread. */
export interface BodyCall {
  id: number;
  name: keyof BodyTasks;
  args: unknown[];
}

/** What a task returned, or the stack of the error that it threw. */
export type BodyAnswer = { id: number } & ({ value: unknown } | { failure: string });

// Also imported by the main thread, which has no parent.
parentPort?.on('message', ({ id, name, args }: BodyCall) => {
  parentPort?.postMessage(answerTo(id, name, args));
});

function answerTo(id: number, name: keyof BodyTasks, args: unknown[]): BodyAnswer {
  try {
    return { id, value: (bodyTasks[name] as (...given: unknown[]) => unknown)(...args) };
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
