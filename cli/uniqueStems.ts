import { createHash } from 'node:crypto';
import { basename, extname, relative, resolve } from 'node:path';
import { cutToBytes } from '../engine/project/fileName.ts';
import { STDIN } from './projectFiles.ts';

/** Leaves room for an ending, for what a tool adds, and for that of a file that is not whole yet. */
const MAX_STEM_BYTES = 200;

/** Gives what the result of a file is called, without its ending. @param isTaken whether somebody else has that name. */
export type StemNamer = (file: string, isTaken?: (stem: string) => boolean) => string;

/**
 * Names the results of many files: each after its file; files of one name in different folders take the path in, with `_`
 * for the slashes, those in one folder their ending, and where that is no name of its own either, a hash of the path. The
 * same files get the same names in every run.
 */
export function createStemNamer(files: readonly string[]): StemNamer {
  const ways = [stemOf, pathStem, withEnding].map((name) => ({ name, counts: countOf(files.map(name)) }));
  return (file, isTaken = () => false) => {
    const isOwn = ({ name, counts }: (typeof ways)[number], before: typeof ways) => {
      const text = name(file);
      const isOthers = before.some((one) => one.counts.has(nameKey(text)) && one.name(file) !== text);
      return counts.get(nameKey(text)) === 1 && !isOthers && !isTaken(text);
    };
    const found = ways.find((way, i) => isOwn(way, ways.slice(0, i)));
    return found?.name(file) ?? hashStem(file);
  };
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(nameKey(name), (counts.get(nameKey(name)) ?? 0) + 1);
  return counts;
}

/** The same for names that some file systems take for one: those that differ in case, or in how an accent is written. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function stemOf(file: string): string {
  return file === STDIN ? 'stdin' : cutToBytes(basename(file, extname(file)), MAX_STEM_BYTES);
}

function withEnding(file: string): string {
  return cutToBytes(basename(file).replaceAll('.', '_'), MAX_STEM_BYTES);
}

function hashStem(file: string): string {
  const path = relative(process.cwd(), resolve(file));
  return `${cutToBytes(stemOf(file), MAX_STEM_BYTES - 9)}-${createHash('sha256').update(path).digest('hex').slice(0, 8)}`;
}

function pathStem(file: string): string {
  const path = relative(process.cwd(), resolve(file));
  return cutToBytes(path.slice(0, path.length - extname(path).length).replace(/[\\/:]+/g, '_'), MAX_STEM_BYTES);
}
