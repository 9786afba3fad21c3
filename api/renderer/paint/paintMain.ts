import { createInterface } from 'node:readline';
import { ProblemError } from '../../../engine/project/problems.ts';
import { paintJob } from './paintJob.ts';
import type { PaintMessage, WrittenJob } from './paintMessage.ts';

// The paint program: it reads jobs on standard input, one a line, and paints them one after the other. It tells its
// progress, and how each job ended, on standard output.
const say = (message: PaintMessage) => process.stdout.write(`${JSON.stringify(message)}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  say(await paint(JSON.parse(line) as WrittenJob));
}

async function paint({ paths, probes, ...rest }: WrittenJob): Promise<PaintMessage> {
  const media = { paths: new Map(paths), probes: new Map(probes) };
  try {
    await paintJob({ ...rest, media }, { onProgress: (share) => say({ share }) });
    return { used: used() };
  } catch (error) {
    if (error instanceof ProblemError) return { problems: error.problems };
    const { message, code } = error as NodeJS.ErrnoException;
    return { failure: { message, code } };
  }
}

function used() {
  // Painted pictures lie outside of what the runtime counts: it would let go of them late.
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  return { memory: process.memoryUsage.rss(), cpu: (user + system) / 1e6 };
}
