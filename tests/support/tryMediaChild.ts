import { tryMedia } from './tryMedia.ts';

/** Resources that a trial used. */
export interface Cost {
  /** Peak memory, in bytes. */
  memory: number;
  /** CPU seconds over all threads. */
  cpu: number;
}

// Runs as a separate program: FILE STEM. Prints the trial and its cost as JSON.
const [, , file, stem] = process.argv as [string, string, string, string];
const trial = await tryMedia(file, stem);
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const cost: Cost = { memory: maxRSS * 1024, cpu: (userCPUTime + systemCPUTime) / 1e6 };
console.log(JSON.stringify({ ...trial, ...cost }));
