import { commonFieldsOf } from './body.ts';
import { type Clip, printClip } from './clipFragment.ts';
import { type Field, fieldsOf } from './field.ts';
import { inputsOf, namedSources, sourceFlagOf } from './inputs.ts';
import { shellPath, shellQuoted } from './shellQuoted.ts';
import { stemOf } from './sourceName.ts';
import type { Tool } from './tool.ts';

/** The command line as called from Cutroom's folder. */
const PROGRAM = 'npx cutroom';

/**
 * Returns the shell command (POSIX) equivalent to a createVideo request. Omits defaults; settings without a flag go
 * into --settings as JSON.
 * @param written request of this tool, with file names as the command should use them, such as "clip.mp4".
 * @param out name of the output file; default: the command's own choice.
 */
export function asCommand(tool: Tool, written: Record<string, unknown>, out?: string): string {
  const body = tool.spelling?.read(written) ?? written;
  const { args, rest } = sourceArgs(tool, body);
  const fields = [...fieldsOf(tool.settings), ...fieldsOf(commonFieldsOf(tool))];
  // Either switch turns the watermark on.
  const isOn = (name: string | undefined) =>
    name === undefined || body[name] === true || (name === 'withCustomWatermark' && body.watermark === true);
  const stated = fields.filter(({ name, onlyWith }) => isPresent(body[name]) && isOn(onlyWith));
  const chosen = stated.filter(({ name, default: usual }) => body[name] !== usual && !isUsualName(tool, body, name));
  const composed = Object.keys(tool.settings.shape).filter((name) => !fields.some((field) => field.name === name));
  for (const name of composed) if (isPresent(body[name])) rest[name] = body[name];
  const line = [
    `${PROGRAM} tool ${tool.id}`,
    ...args,
    ...chosen.map((field) => flagFor(field, body[field.name])),
    ...(Object.keys(rest).length > 0 ? [`--settings ${shellQuoted(JSON.stringify(rest))}`] : []),
    ...(out === undefined ? [] : [`--out ${shellPath(out)}`]),
  ];
  return line.join(' ');
}

/** Returns the command that renders a project file stored next to its media. @param out name of the output file. */
export function asRenderCommand(file: string, out: string): string {
  return `${PROGRAM} render ${shellPath(file)} --out ${shellPath(out)}`;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** By default, a result is named after its first file. */
function isUsualName(tool: Tool, body: Record<string, unknown>, name: string): boolean {
  const [first] = namedSources(tool.inputs, body);
  return name === 'name' && first?.url !== undefined && body.name === stemOf(first.url);
}

function flagFor({ flag, control }: Field, value: unknown): string {
  if (control === 'switch') return value === true ? `--${flag}` : `--no-${flag}`;
  const text = String(value);
  // A text that begins with a dash would be read as another flag.
  return text.startsWith('-') ? `--${flag}=${shellQuoted(text)}` : `--${flag} ${shellQuoted(text)}`;
}

/** Returns the flags of the files; files with settings that no flag can express go to the rest. */
function sourceArgs(tool: Tool, body: Record<string, unknown>): { args: string[]; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = {};
  const args = inputsOf(tool).flatMap((inputs) => {
    const named = namedSources(inputs, body);
    const texts = named.map(({ url = '', value }) =>
      inputs.max > 1 ? printClip(typeof value === 'object' ? { ...(value as Clip), url } : { url }) : url,
    );
    if (!texts.includes(undefined)) return texts.map((text = '') => `--${sourceFlagOf(inputs)} ${shellPath(text)}`);
    rest.clips = named.map(({ value }) => value);
    return [];
  });
  return { args, rest };
}
