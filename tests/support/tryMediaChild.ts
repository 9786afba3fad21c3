import { tryMedia } from './tryMedia.ts';

/** What a trial cost the process that made it. */
export interface Cost {
  /** Most memory it held, bytes. */
  memory: number;
  /** Seconds of CPU over all threads. */
  cpu: number;
}

// Run as a program of its own: FILE STEM. Prints the trial and its cost as JSON.
const [, , file, stem] = process.argv as [string, string, string, string];
const trial = await tryMedia(file, stem);
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const cost: Cost = { memory: maxRSS * 1024, cpu: (userCPUTime + systemCPUTime) / 1e6 };
console.log(JSON.stringify({ ...trial, ...cost }));
