import { createInterface } from 'node:readline';
import type { DecodedFiles } from './decodedFiles.ts';
import { readError } from './paintError.ts';
import { paintJob } from './paintJob.ts';
import { type PaintMessage, type PaintOrder, type Wanted, type WrittenJob, writtenError } from './paintMessage.ts';

// The paint program: it reads jobs on standard input, one a line, and paints them one after the other. It tells its
// progress, and how each job ended, on standard output. It runs in a room of its own, see paintRoom.ts.
const say = (message: PaintMessage) => process.stdout.write(`${JSON.stringify(message)}\n`);

let hear: (decoded: Extract<PaintOrder, { decoded: unknown }>['decoded']) => void = () => undefined;

createInterface({ input: process.stdin }).on('line', (line) => {
  const order = JSON.parse(line) as PaintOrder;
  if ('decoded' in order) hear(order.decoded);
  else void paint(order.job).then(say);
});

/** Its own process has ffmpeg run, and one wish at a time is open. */
async function ask(wanted: Wanted): Promise<string> {
  const answer = new Promise<Parameters<typeof hear>[0]>((resolve) => {
    hear = resolve;
  });
  say({ wanted });
  const decoded = await answer;
  if ('path' in decoded) return decoded.path;
  throw readError(decoded);
}

const decoded: DecodedFiles = {
  picture: (url) => ask({ picture: url }),
  frame: ({ id, url }) => ask({ frame: { id, url } }),
};

async function paint(job: WrittenJob): Promise<PaintMessage> {
  try {
    await paintJob(opened(job), { onProgress: (share) => say({ share }) }, decoded);
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
  // Painted pictures lie outside of what the runtime counts: it would let go of them late.
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  return { memory: process.memoryUsage.rss(), cpu: (user + system) / 1e6 };
}
