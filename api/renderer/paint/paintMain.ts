import { createInterface } from 'node:readline';
import type { DecodedFiles } from './decodedFiles.ts';
import { readError } from './paintError.ts';
import { paintJob } from './paintJob.ts';
import {
  type PaintMessage,
  type PaintOrder,
  type PaintRequest,
  type WrittenJob,
  writtenError,
} from './paintMessage.ts';

// The paint program: reads jobs from stdin, one per line, and runs them one after the other. Reports progress and
// results on stdout. It runs in its own room, see paintRoom.ts.
const send = (message: PaintMessage) => process.stdout.write(`${JSON.stringify(message)}\n`);

let onDecoded: (decoded: Extract<PaintOrder, { decoded: unknown }>['decoded']) => void = () => undefined;

createInterface({ input: process.stdin }).on('line', (line) => {
  const order = JSON.parse(line) as PaintOrder;
  if ('decoded' in order) onDecoded(order.decoded);
  else void paint(order.job).then(send);
});

/** The parent process runs ffmpeg. Only one request is pending at a time. */
async function requestPicture(request: PaintRequest): Promise<string> {
  const answer = new Promise<Parameters<typeof onDecoded>[0]>((resolve) => {
    onDecoded = resolve;
  });
  send({ request });
  const decoded = await answer;
  if ('path' in decoded) return decoded.path;
  throw readError(decoded);
}

const decoded: DecodedFiles = {
  picture: (url) => requestPicture({ picture: url }),
  frame: ({ id, url }) => requestPicture({ frame: { id, url } }),
};

async function paint(job: WrittenJob): Promise<PaintMessage> {
  try {
    await paintJob(opened(job), { onProgress: (share) => send({ share }) }, decoded);
    return { used: used() };
  } catch (error) {
    return writtenError(error);
  }
}

function opened(job: WrittenJob) {
  if (job.kind !== 'plan') return job;
  const { paths, probes, ...rest } = job;
  return { ...rest, media: { paths: new Map(paths), probes: new Map(probes) } };
}

function used() {
  // Skia's bitmaps are outside the JavaScript heap, so they would be collected late.
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  return { memory: process.memoryUsage.rss(), cpu: (user + system) / 1e6 };
}
