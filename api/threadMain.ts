import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { ProblemError } from '../engine/project/problems.ts';
import type { TaskAnswer, TaskCall, Tasks, ThreadData } from './system/taskThreads.ts';

// The thread program: runs tasks of one kind, one at a time, or the embedded database.
const port = parentPort as MessagePort;
const data = workerData as ThreadData;
if (data.kind === 'database') await (await import('./db/embeddedThread.ts')).serveEmbedded(port, data.folder);
else {
  const tasks: Tasks =
    data.kind === 'bodies'
      ? (await import('./bodies/readBody.ts')).bodyTasks
      : (await import('./renderer/plan/planTasks.ts')).planTasks;
  port.on('message', (call: TaskCall) => port.postMessage(answerTo(call, tasks)));
}

function answerTo({ id, name, args }: TaskCall, tasks: Tasks): TaskAnswer {
  try {
    return { id, value: (tasks[name] as (...input: unknown[]) => unknown)(...args) };
  } catch (error) {
    if (error instanceof ProblemError) return { id, problems: error.problems };
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
