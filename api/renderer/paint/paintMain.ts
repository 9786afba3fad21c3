import { readFile } from 'node:fs/promises';
import { ProblemError } from '../../../engine/project/problems.ts';
import type { PaintMessage, WrittenJob } from './paintApart.ts';
import { paintJob } from './paintJob.ts';

// The paint program: node paint.mjs JOB.json. It tells its progress, and problems of the user's files, on standard output.
const { paths, probes, ...rest } = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as WrittenJob;
const say = (message: PaintMessage) => process.stdout.write(`${JSON.stringify(message)}\n`);
try {
  await paintJob(
    { ...rest, media: { paths: new Map(paths), probes: new Map(probes) } },
    { onProgress: (share) => say({ share }) },
  );
} catch (error) {
  if (!(error instanceof ProblemError)) throw error;
  say({ problems: error.problems });
}
