import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { partBeside } from '../api/system/temporary.ts';
import { ProblemError, problem } from '../engine/project/problems.ts';

/** Puts a file in its place whole, or not at all. @param mode who may do what with it; default: as usual. @throws ProblemError */
export async function writeWhole(out: string, text: string, mode?: number): Promise<void> {
  const isFolder = await stat(out).then(
    (info) => info.isDirectory(),
    () => false,
  );
  const part = partBeside(out);
  try {
    if (isFolder) throw new Error('This is a folder.');
    await writeFile(part, text, { mode });
    await rename(part, out);
  } catch (error) {
    await rm(part, { force: true });
    throw new ProblemError([problem('output.refused', [], `"${out}" cannot be written.`)], { cause: error });
  }
}
