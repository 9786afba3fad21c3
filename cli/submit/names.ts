import { createHash } from 'node:crypto';
import { basename, extname, join, relative, resolve } from 'node:path';
import { outputRecipes } from '../../api/renderer/print/outputs.ts';
import { cutToBytes } from '../../engine/project/fileName.ts';
import { STDIN } from '../files.ts';

const extensions = new Map(Object.entries(outputRecipes).map(([ending, { mime }]) => [mime, `.${ending}`]));

/** Gives the file that the result of a project goes to. @param isTaken whether another project's result has that name. */
export type Namer = (file: string, mime: string | null, isTaken: (name: string) => boolean) => string;

/**
 * Names the results of a batch: each after its project file; files of one name in different folders take the path
 * in, with `_` for the slashes, and where that is no name of its own either, a hash of the path. The same files get the
 * same names in every run.
 */
export function createNamer(files: readonly string[], folder: string): Namer {
  const stems = countOf(files.map(stemOf));
  const paths = countOf(files.map(pathStem));
  return (file, mime, isTaken) => {
    const ending = extensions.get(mime ?? '') ?? '.bin';
    const isOwn = (name: string, counts: Map<string, number>) =>
      counts.get(keyOf(name)) === 1 && !isTaken(`${name}${ending}`);
    const [stem, path] = [stemOf(file), pathStem(file)];
    const name = isOwn(stem, stems) ? stem : isOwn(path, paths) && !stems.has(keyOf(path)) ? path : hashStem(file);
    return join(folder, `${name}${ending}`);
  };
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(keyOf(name), (counts.get(keyOf(name)) ?? 0) + 1);
  return counts;
}

/** Some file systems take names that differ in case, or in how an accent is written, for one. */
function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Leaves room for an ending, and for that of a file that is not whole yet. */
const MAX_STEM_BYTES = 200;

function stemOf(file: string): string {
  return file === STDIN ? 'stdin' : cutToBytes(basename(file, extname(file)), MAX_STEM_BYTES);
}

function hashStem(file: string): string {
  const path = relative(process.cwd(), resolve(file));
  return `${cutToBytes(stemOf(file), MAX_STEM_BYTES - 9)}-${createHash('sha256').update(path).digest('hex').slice(0, 8)}`;
}

function pathStem(file: string): string {
  const path = relative(process.cwd(), resolve(file));
  return cutToBytes(path.slice(0, path.length - extname(path).length).replace(/[\\/:]+/g, '_'), MAX_STEM_BYTES);
}
