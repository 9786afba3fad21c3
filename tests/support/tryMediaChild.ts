import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Trial, tryMedia } from './tryMedia.ts';

/** Resources that a trial used. */
export interface Cost {
  /** Peak memory of the program so far, in bytes. */
  memory: number;
  /** CPU seconds over all threads. */
  cpu: number;
}

// Runs as a separate program: FOLDER FILE…. Prints the trials and their costs as JSON.
const [, , folder, ...files] = process.argv as [string, string, string, ...string[]];
const trials: (Trial & Cost)[] = [];
let before = 0;
for (const [i, file] of files.entries()) {
  mkdirSync(join(folder, String(i)));
  const trial = await tryMedia(file, join(folder, String(i), 'out'));
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpu = (userCPUTime + systemCPUTime) / 1e6;
  trials.push({ ...trial, memory: maxRSS * 1024, cpu: cpu - before });
  before = cpu;
}
console.log(JSON.stringify(trials));
