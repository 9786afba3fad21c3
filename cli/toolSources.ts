import { Option } from 'commander';
import { parseClip } from '../engine/tools/clipFragment.ts';
import { inputsOf, keyOf, sourceFlagOf } from '../engine/tools/inputs.ts';
import type { Inputs, Tool } from '../engine/tools/tool.ts';

/** The flags that name the files of a tool: --source, --clip for one of several, or one called as its key. */
export function sourceFlags(tool: Tool): Option[] {
  return inputsOf(tool).flatMap((inputs, index) => (inputs.max === 0 ? [] : flagsOf(inputs, index === 0)));
}

function flagsOf(inputs: Inputs, isFirst: boolean): Option[] {
  const { min, max } = inputs;
  const several =
    'a file to work on, may be given several times; FILE#t=2,5 takes a span of it, FILE#t=4 shows a picture so long';
  const words = max > 1 ? several : isFirst ? 'the file to work on' : `the ${keyOf(inputs)} file`;
  const flag = sourceFlagOf(inputs);
  const short = { source: '-s, ', clip: '-c, ' }[flag] ?? '';
  const usual = new Option(`${short}--${flag} <file>`, min > 0 ? `${words} (required)` : words).argParser(gathered);
  const source = new Option('-s, --source <file>').argParser(gathered);
  // A file to work on may be called a source whatever else it is.
  return !isFirst || flag === 'source' ? [usual] : [usual, source.hideHelp()];
}

const gathered = (file: string, before: string[] = []) => [...before, file];

/** What a command names by the flags of one of its inputs. */
function namedBy(inputs: Inputs, isFirst: boolean, options: Record<string, unknown>): string[] {
  const flags = [...new Set([sourceFlagOf(inputs), ...(isFirst ? ['source'] : [])])];
  return flags.flatMap((flag) => (options[flag] as string[] | undefined) ?? []);
}

/** The files that a command names: those that a tool works on, and the ones beside them. */
export function namedFiles(tool: Tool, options: Record<string, unknown>): { sources: string[]; beside: string[] } {
  const [sources = [], beside = []] = inputsOf(tool).map((inputs, i) => namedBy(inputs, i === 0, options));
  return { sources, beside };
}

/** A file as a createVideo body names it: of a tool that takes several with what stands behind it. */
export function asBodyFile({ inputs: { max } }: Tool, file: string): unknown {
  return max > 1 ? parseClip(file) : file;
}
