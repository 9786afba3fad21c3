import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ProblemError, problem } from '../engine/project/problems.ts';

/**
 * Rejects a batch if an output would overwrite one of its inputs under any name, because a later item could read it.
 * @throws ProblemError output.refused, before anything is written.
 */
export function refuseOverInputs(outs: readonly string[], inputs: readonly string[]): void {
  const read = new Map<string, string>();
  for (const input of inputs) read.set(placeOf(input), input);
  for (const out of outs) {
    const input = read.get(placeOf(out));
    if (input === undefined) continue;
    throw new ProblemError([
      problem('output.refused', [], `"${out}" would be written over "${input}", which is read.`),
    ]);
  }
}

/** Identifies a file independently of its name; undefined if there is none. */
export function fileAt(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}-${ino}`;
  } catch {
    return undefined;
  }
}

/** Identifies a path that may not exist yet. */
function placeOf(path: string): string {
  const file = fileAt(path);
  if (file !== undefined) return file;
  const folder = dirname(resolve(path));
  try {
    return join(realpathSync(folder), basename(path));
  } catch {
    return join(folder, basename(path));
  }
}
