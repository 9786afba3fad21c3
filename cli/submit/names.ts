import { basename, extname, join, relative, resolve } from 'node:path';
import { outputRecipes } from '../../api/renderer/outputs.ts';
import { STDIN } from '../files.ts';

const extensions = new Map(Object.entries(outputRecipes).map(([ending, { mime }]) => [mime, `.${ending}`]));

/**
 * Names the results of a batch: each after its project file; files of one name in different folders take the path
 * in, with `_` for the slashes. The same files get the same names in every run.
 */
export function createNamer(files: readonly string[], folder: string): (file: string, mime: string | null) => string {
  const count = new Map<string, number>();
  for (const file of files) count.set(stemOf(file), (count.get(stemOf(file)) ?? 0) + 1);
  return (file, mime) => {
    const stem = stemOf(file);
    const isShared = (count.get(stem) ?? 0) > 1;
    const name = isShared ? pathStem(file) : stem;
    return join(folder, `${name}${extensions.get(mime ?? '') ?? '.bin'}`);
  };
}

function stemOf(file: string): string {
  return file === STDIN ? 'stdin' : basename(file, extname(file));
}

function pathStem(file: string): string {
  const path = relative(process.cwd(), resolve(file));
  return path.slice(0, path.length - extname(path).length).replace(/[\\/:]+/g, '_');
}
