import { statSync } from 'node:fs';
import { ProblemError, problem } from '../engine/project/problems.ts';

/**
 * Refuses a batch one of whose results would take the place of a file that it reads, under whatever name: the first one
 * could be read by the second.
 * @throws ProblemError output.refused, before anything is written.
 */
export function refuseOverInputs(outs: readonly string[], inputs: readonly string[]): void {
  const read = new Map<string, string>();
  for (const input of inputs) {
    const file = fileAt(input);
    if (file !== undefined) read.set(file, input);
  }
  for (const out of outs) {
    const input = read.get(fileAt(out) ?? '');
    if (input === undefined) continue;
    throw new ProblemError([
      problem('output.refused', [], `"${out}" would be written over "${input}", which is read.`),
    ]);
  }
}

/** Which file is there, whatever it is called; undefined: none. */
export function fileAt(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}-${ino}`;
  } catch {
    return undefined;
  }
}
