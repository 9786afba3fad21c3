import { type Output, outputExtension } from '../../../engine/project/output.ts';
import type { Parsed } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { asCommand } from '../../../engine/tools/asCommand.ts';
import { asCurl } from '../../../engine/tools/asCurl.ts';
import { compileToolBody, type SourceFacts } from '../../../engine/tools/body.ts';
import { inputsOf, keyOf } from '../../../engine/tools/inputs.ts';
import { writtenBody } from '../../../engine/tools/requestBody.ts';
import type { SourceKind, Tool } from '../../../engine/tools/tool.ts';

/** The example of a tool's guide. */
export interface Example {
  /** Its settings, as in a request. */
  example: Readonly<Record<string, unknown>>;
  /** Kind of its file; default: the first that the tool accepts. */
  kind?: SourceKind;
}

/** Names of example files on the command line, and similar samples of the server. */
const files: Record<SourceKind, { name: string; sample: string }> = {
  video: { name: 'clip.mp4', sample: '/samples/media/mountains.mp4' },
  animation: { name: 'dance.gif', sample: '/samples/media/dance.gif' },
  image: { name: 'photo.jpg', sample: '/samples/media/forest.jpg' },
  audio: { name: 'song.mp3', sample: '/samples/media/music.mp3' },
};

const common = { width: 1280, height: 720, duration: 6, animated: false, hasAudio: true };

/** Facts of the example files, as if measured. */
const facts = new Map<string, SourceFacts>(
  (
    [
      ['video', { ...common, kind: 'video' }],
      ['animation', { ...common, kind: 'image', animated: true, hasAudio: false }],
      ['image', { ...common, kind: 'image', duration: 0, hasAudio: false }],
      ['audio', { ...common, kind: 'audio', duration: 20, width: 0, height: 0 }],
    ] as const
  ).flatMap(([kind, fact]) => [
    [files[kind].name, fact],
    [files[kind].sample, fact],
  ]),
);

/** The origin of a server in examples. */
const SERVER = 'http://localhost:3000';

/** Returns the request of an example. @param from which files it names. */
export function exampleBody(tool: Tool, { example, kind }: Example, from: 'name' | 'sample'): Record<string, unknown> {
  const sources = inputsOf(tool).flatMap((inputs, index): [string, unknown][] => {
    const [first] = inputs.kinds;
    if (!first) return [];
    const own = index === 0 ? (kind ?? first) : first;
    const several = [...new Set([first, ...inputs.kinds.slice(-1)])].map((one) => ({ url: files[one][from] }));
    return [[keyOf(inputs), inputs.max > 1 ? several : files[own][from]]];
  });
  const [flag = ''] = tool.flags;
  return writtenBody(tool, { ...Object.fromEntries(sources), [flag]: true, ...example });
}

/** Returns the command of an example. */
export function commandOf(tool: Tool, example: Example): string {
  const body = exampleBody(tool, example, 'name');
  return asCommand(tool, body, `result.${outputExtension(checked(tool, compileToolBody(body, facts)).output)}`);
}

/** Returns the curl request of an example with sample media of the server. */
export function curlOf(tool: Tool, example: Example): string {
  const body = exampleBody(tool, example, 'sample');
  checked(tool, compileToolBody(body, facts));
  return asCurl(body, SERVER);
}

/** Returns the output of an example with a source of another kind. */
export function outputFrom(tool: Tool, { example }: Example, kind: SourceKind): Output {
  return checked(tool, compileToolBody(exampleBody(tool, { example, kind }, 'name'), facts)).output;
}

function checked({ id }: Tool, compiled: Parsed<Project>): Project {
  if (compiled.ok) return compiled.value;
  throw new Error(`The example of ${id} is invalid: ${compiled.problems.map(({ message }) => message).join(' ')}`);
}
