import { createHash } from 'node:crypto';
import { basename, extname, relative, resolve } from 'node:path';
import { cutToBytes } from '../engine/project/fileName.ts';
import { STDIN } from './projectFiles.ts';

/** Leaves room for an extension, a tool's suffix, and the suffix of temporary files. */
const MAX_STEM_BYTES = 200;

/** Returns the name of a file's result without extension. @param isTaken whether another file has that name. */
export type StemNamer = (file: string, isTaken?: (stem: string) => boolean) => string;

/**
 * Names the results of many files after their files. Equal names in different folders get the path, with `_` for
 * slashes; equal names in one folder get the extension; and as a last resort a hash of the path. Names are the same in
 * every run.
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

/** Normalizes names that some file systems treat as equal: different case, or different forms of an accent. */
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
