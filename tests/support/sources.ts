import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** Absolute path of the project's folder. */
export const root = resolve(import.meta.dirname, '../..');

/** Generated or installed paths outside the repository, relative to the root. */
const made = new Set([
  '.git',
  'node_modules',
  'dist',
  'data',
  'fixtures/media',
  'bench/results',
  'tests/golden/changed',
]);

/**
 * Returns the files of the repository, relative to its root, sorted. @param folder where to search; default:
 * everywhere.
 */
export function filesUnder(folder = ''): string[] {
  return readdirSync(join(root, folder))
    .map((name) => (folder === '' ? name : `${folder}/${name}`))
    .filter((path) => !made.has(path) && !/(^dist\.\d+(\.former)?|\.log|\.DS_Store)$/.test(path))
    .flatMap((path) => (statSync(join(root, path)).isDirectory() ? filesUnder(path) : [path]))
    .sort();
}

/** Returns the text of a file in the repository. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** An import or re-export of a file. */
export interface Import {
  /** The importing file, relative to the root. */
  from: string;
  /** The imported file relative to the root, or a package or Node module as written. */
  to: string;
  /** Line of the import, from 1. */
  line: number;
  /** Whether only types are imported, which vanish at runtime. */
  typeOnly: boolean;
}

const names = String.raw`\{[^}]*\}`;
const patterns = [
  // import x, { a, type B } from '…'; import type …; import * as x …
  new RegExp(
    String.raw`^import\s+(type\s+)?((?:[\w$]+\s*,?\s*)?(?:${names}|\*\s+as\s+[\w$]+)?)\s*from\s+['"]([^'"]+)['"]`,
    'gm',
  ),
  // export { a } from '…'; export * from '…'
  new RegExp(String.raw`^export\s+(type\s+)?(${names}|\*(?:\s+as\s+[\w$]+)?)\s*from\s+['"]([^'"]+)['"]`, 'gm'),
  // import '…'
  /^import()()\s+['"]([^'"]+)['"]/gm,
  // dynamic import and require, anywhere
  /\b(?:import|require)()()\(\s*['"]([^'"]+)['"]\s*\)/g,
];

/** Returns every import of a source file. @param text the file's text. */
export function importsOf(path: string, text = textOf(path)): Import[] {
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({
      from: path,
      to: targetOf(path, match[3] ?? ''),
      line: text.slice(0, match.index).split('\n').length,
      typeOnly: match[1] !== '' && match[1] !== undefined ? true : isTypeList(match[2] ?? ''),
    }))
    .sort((a, b) => a.line - b.line);
}

/** Whether a list such as "{ type A, type B }" contains only types. */
function isTypeList(clause: string): boolean {
  const inner = /^\{([^}]*)\}$/.exec(clause.trim())?.[1];
  const parts = (inner ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 0 && parts.every((part) => part.startsWith('type '));
}

function targetOf(path: string, written: string): string {
  return written.startsWith('.') ? relative(root, resolve(root, path, '..', written)) : written;
}
