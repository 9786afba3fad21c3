import { Option } from 'commander';
import { inputsOf, keyOf } from '../engine/tools/inputs.ts';
import type { Inputs, Tool } from '../engine/tools/tool.ts';

/** The files that a command names, by the keys of a createVideo body. */
export interface GivenSources {
  /** Every file, without what is said of it. */
  files: string[];
  body: Record<string, unknown>;
}

/** The flags that name the files of a tool: --source, --clip for one of several, or one called as its key. */
export function sourceFlags(tool: Tool): Option[] {
  return inputsOf(tool).flatMap((inputs, index) => (inputs.max === 0 ? [] : flagsOf(inputs, index === 0)));
}

function flagsOf(inputs: Inputs, isFirst: boolean): Option[] {
  const { min, max } = inputs;
  const several =
    'a file to work on, may be given several times; FILE#t=2,5 takes a span of it, FILE#t=4 shows a picture so long';
  const words = max > 1 ? several : isFirst ? 'the file to work on' : `the ${keyOf(inputs)} file`;
  const usual = new Option(`${usualFlag(inputs)} <file>`, min > 0 ? `${words} (required)` : words).argParser(gathered);
  const source = new Option('-s, --source <file>').argParser(gathered);
  // A file to work on may be called a source whatever else it is.
  return !isFirst || usual.attributeName() === 'source' ? [usual] : [usual, source.hideHelp()];
}

function usualFlag(inputs: Inputs): string {
  const key = keyOf(inputs);
  return { sourceVideo: '-s, --source', clips: '-c, --clip' }[key] ?? `--${key}`;
}

const gathered = (file: string, before: string[] = []) => [...before, file];

/** The flag that stands for a key of a body, where the key names files. */
export function sourceFlagOf(tool: Tool, key: string): string | undefined {
  const inputs = inputsOf(tool).find((one) => keyOf(one) === key);
  return inputs && usualFlag(inputs).replace(/^-\w, /, '');
}

/** Takes the files out of the options of a command; of a tool that takes one, the last counts. */
export function takeSources(tool: Tool, options: Record<string, unknown>): GivenSources {
  const given: GivenSources = { files: [], body: {} };
  inputsOf(tool).forEach((inputs, index) => {
    const names = [sourceFlagOf(tool, keyOf(inputs))?.slice(2) ?? '', ...(index === 0 ? ['source'] : [])];
    const named = [...new Set(names)].flatMap((name) => (options[name] as string[] | undefined) ?? []);
    if (inputs.max > 1) {
      const clips = named.map(clipOf);
      given.files.push(...clips.map(({ url }) => url));
      given.body[keyOf(inputs)] = clips;
    } else if (named.length > 0) {
      const file = named.at(-1) as string;
      given.files.push(file);
      given.body[keyOf(inputs)] = file;
    }
  });
  return given;
}

/** A file with the span or length that stands behind it, as in "clip.mp4#t=2,5" (Media Fragments URI 1.0 §4.2.1). */
function clipOf(text: string): { url: string } {
  const [, url, start, end] = /^(.+)#t=(\d+(?:\.\d+)?)?(?:,(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  if (url === undefined || (start === undefined && end === undefined)) return { url: text };
  const span = { startTime: Number(start ?? 0), ...(end === undefined ? {} : { endTime: Number(end) }) };
  // What a picture shows has no start: a single time is its length.
  return {
    url,
    ...span,
    ...{ duration: end === undefined ? Number(start) : Math.max(0, Number(end) - Number(start ?? 0)) },
  };
}
