import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Helper } from '../../system/helper.ts';
import { ProcessError, paintLimits } from '../../system/process.ts';
import { startSandboxed } from '../../system/sandbox.ts';
import { decodedByFfmpeg } from './decodedFiles.ts';
import { readError } from './paintError.ts';
import type { PaintJob, PaintRun } from './paintJob.ts';
import { type PaintMessage, type PaintOrder, type PaintRequest, writtenError } from './paintMessage.ts';
import { openPaintRoom, type PaintRoom, readFolder } from './paintRoom.ts';

/** Resources that a painting process has used: jobs, bytes, CPU seconds. */
export interface Used {
  jobs: number;
  memory: number;
  cpu: number;
}

/** A process that runs paint jobs one after the other, in its own room. */
export interface PaintProcess {
  readonly isAlive: boolean;
  /** Runs a job. Only one may run at a time. */
  paint(job: PaintJob, run: PaintRun): Promise<Used>;
  kill(): void;
}

/** Receives messages of the current job, and the end of the process. */
interface Listener {
  hear: (message: PaintMessage) => void;
  end: (error: ProcessError) => void;
}

const noListener: Listener = { hear: () => undefined, end: () => undefined };

/**
 * Starts a painting process. @param program path of the built paint program. @param rooms parent folder of its room.
 */
export async function startPaintProcess(program: string, rooms: string | undefined): Promise<PaintProcess> {
  const room = await openPaintRoom(rooms);
  // Only one listener: a promise for the process's end would retain every job that ever awaited it.
  let listener = noListener;
  let death: ProcessError | undefined;
  const options = {
    limits: paintLimits,
    // Skia's package searches for fonts there.
    env: { HOME: '/' },
    trial: ['--version'],
    cwd: room.folder,
    readOnly: [readFolder],
    reads: [dirname(program), ...packagesOf(program)],
    onLine: (line: string) => listener.hear(messageOf(line)),
  };
  const started = startSandboxed(process.execPath, ['--expose-gc', program], options, room.lend);
  const { helper } = await started.catch((error: unknown) => {
    room.remove();
    throw error;
  });
  let isAlive = true;
  void helper.ended.then((error) => {
    isAlive = false;
    death = error;
    listener.end(error);
    room.remove();
  });
  let jobs = 0;
  const painter: PaintProcess = {
    get isAlive() {
      return isAlive;
    },
    kill() {
      isAlive = false;
      helper.kill();
      room.remove();
    },
    async paint(job, run) {
      jobs += 1;
      const { memory, cpu } = await paintIn(room, helper, job, run, {
        listen: (to) => {
          listener = to;
          if (death) to.end(death);
        },
        kill: painter.kill,
      });
      return { jobs, memory, cpu };
    },
  };
  return painter;
}

/** A compromised process may print anything. */
function messageOf(line: string): PaintMessage {
  try {
    const message: unknown = JSON.parse(line);
    if (typeof message === 'object' && message !== null) return message as PaintMessage;
  } catch {
    // Not a message either.
  }
  return { failure: { message: 'The painting process printed something other than a message.' } };
}

/** Returns the node_modules folders that Node searches for a program. */
function packagesOf(program: string): string[] {
  const folder = dirname(program);
  const own = join(folder, 'node_modules');
  const above = dirname(folder) === folder ? [] : packagesOf(folder);
  return existsSync(own) ? [own, ...above] : above;
}

async function paintIn(
  room: PaintRoom,
  helper: Helper,
  job: PaintJob,
  { signal, onProgress }: PaintRun,
  { listen, kill }: { listen: (to: Listener) => void; kill: () => void },
): Promise<Omit<Used, 'jobs'>> {
  const sendOrder = (order: PaintOrder) => helper.send(JSON.stringify(order));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, paintLimits.wallSeconds * 1000);
  helper.keepAlive(true);
  signal?.addEventListener('abort', kill, { once: true });
  try {
    const order = { job: await room.furnish(job) };
    signal?.throwIfAborted();
    const used = await new Promise<Omit<Used, 'jobs'>>((resolve, reject) => {
      const hear = (message: PaintMessage) => {
        if ('share' in message) onProgress?.(Number(message.share));
        else if ('request' in message) void decode(message.request, job, room, signal).then(sendOrder);
        else if ('used' in message) resolve(message.used);
        else reject(readError(message));
      };
      const end = (error: ProcessError) =>
        reject(isLate ? new ProcessError(error.command, 'timeout', error.log) : error);
      listen({ hear, end });
      sendOrder(order);
    });
    await room.clear(job);
    return used;
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    listen(noListener);
    helper.keepAlive(false);
  }
}

/** Decodes files of the job's media, and nothing else, whatever the process requests. */
async function decode(
  request: PaintRequest,
  job: PaintJob,
  room: PaintRoom,
  signal: AbortSignal | undefined,
): Promise<PaintOrder> {
  try {
    if (job.kind !== 'plan') throw new Error('Only a plan has media.');
    const decoded = decodedByFfmpeg(job.plan, job.media, job.work, signal);
    const file = await ('picture' in request ? decoded.picture(request.picture) : decoded.frame(request.frame));
    return { decoded: { path: await room.add(file) } };
  } catch (error) {
    return { decoded: writtenError(error) };
  }
}
