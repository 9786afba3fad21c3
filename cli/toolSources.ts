import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { Option } from 'commander';
import { mediaTypeOf } from '../engine/formats/mediaTypes.ts';
import { parseClip } from '../engine/tools/clipFragment.ts';
import { inputsOf, keyOf, sourceFlagOf } from '../engine/tools/inputs.ts';
import type { Inputs, Tool } from '../engine/tools/tool.ts';
import { UsageError } from './output.ts';

/** Returns the flags for a tool's inputs: --source, --clip if it takes several, or the name of its key. */
export function sourceFlags(tool: Tool): Option[] {
  return inputsOf(tool).flatMap((inputs, index) => (inputs.max === 0 ? [] : flagsOf(inputs, index === 0)));
}

function flagsOf(inputs: Inputs, isFirst: boolean): Option[] {
  const { min, max } = inputs;
  const several = 'source file, repeatable; FILE#t=2,5 uses a span of it, FILE#t=4 shows an image for 4 s';
  const one = 'source file; several files, a folder or a pattern such as "*.mp4" are processed one by one';
  const words = max > 1 ? several : isFirst ? one : `the ${keyOf(inputs)} file`;
  const flag = sourceFlagOf(inputs);
  const short = { source: '-s, ', clip: '-c, ' }[flag] ?? '';
  const usual = new Option(`${short}--${flag} <file>`, min > 0 ? `${words} (required)` : words).argParser(gathered);
  const source = new Option('-s, --source <file>').argParser(gathered);
  // --source always works for the first input.
  return !isFirst || flag === 'source' ? [usual] : [usual, source.hideHelp()];
}

const gathered = (file: string, before: string[] = []) => [...before, file];

/** Returns the files that the flags of an input name. */
function namedBy(inputs: Inputs, isFirst: boolean, options: Record<string, unknown>): string[] {
  const flags = [...new Set([sourceFlagOf(inputs), ...(isFirst ? ['source'] : [])])];
  return flags.flatMap((flag) => (options[flag] as string[] | undefined) ?? []);
}

/** Returns the files that a command names: the tool's inputs, with or without a flag, and additional files. */
export function namedFiles(
  tool: Tool,
  options: Record<string, unknown>,
  plain: readonly string[] = [],
): { sources: string[]; extra: string[] } {
  const [sources = [], extra = []] = inputsOf(tool).map((inputs, i) => namedBy(inputs, i === 0, options));
  if (extra.length > 1 && tool.extra)
    throw new UsageError(`--${sourceFlagOf(tool.extra)} takes one file, not ${extra.length}.`);
  return { sources: [...plain, ...sources], extra };
}

/** Expanded file arguments, in order. */
export interface ExpandedFiles {
  files: string[];
  /** Whether a name was a folder or a pattern such as *.mp4. */
  isMany: boolean;
}

/**
 * Expands file arguments: folders to the media files in them, patterns to matching files, sorted numerically. A suffix
 * such as #t=2,5 stays with each file.
 * @throws UsageError if a folder or pattern has no files.
 */
export async function expandSources({ inputs }: Tool, names: readonly string[]): Promise<ExpandedFiles> {
  const found = await Promise.all(
    names.map(async (name) => {
      const { url, ...chosen } = inputs.max > 1 ? parseClip(name) : { url: name };
      const below = await filesBelow(url, inputs);
      const behind = Object.keys(chosen).length > 0 ? name.slice(url.length) : '';
      return below ? { files: below.map((file) => file + behind), isMany: true } : { files: [name], isMany: false };
    }),
  );
  return { files: found.flatMap(({ files }) => files), isMany: found.some(({ isMany }) => isMany) };
}

const { compare } = new Intl.Collator('en', { numeric: true });

/** Returns the files of a folder or pattern; undefined for anything else. */
async function filesBelow(name: string, inputs: Inputs): Promise<string[] | undefined> {
  const info = await stat(name).catch(() => undefined);
  if (info && !info.isDirectory()) return undefined;
  if (!info && !/[*?[\]{}]/.test(name)) return undefined;
  const { glob } = await import('tinyglobby');
  const options = { expandDirectories: false };
  const found = info
    ? (await glob('*', { ...options, cwd: name })).filter((file) => isFor(inputs, file)).map((file) => join(name, file))
    : await glob(name, { ...options, absolute: isAbsolute(name) });
  if (found.length === 0) {
    throw new UsageError(info ? `There is no file for this tool in the folder ${name}.` : `No file matches ${name}.`);
  }
  return found.sort(compare);
}

/** Whether a file is an input of a tool, judged by its extension. */
function isFor({ kinds }: Inputs, name: string): boolean {
  const type = mediaTypeOf(name);
  return kinds.some((kind) => (kind === 'animation' ? type === 'image/gif' : type.startsWith(`${kind}/`)));
}

/** Returns a file as in a createVideo body; for tools with several inputs, with its suffix parsed. */
export function asBodyFile({ inputs: { max } }: Tool, file: string): unknown {
  return max > 1 ? parseClip(file) : file;
}
