import {
  MAX_GIF_SECONDS,
  MAX_LOOP_SECONDS,
  MAX_SECONDS,
  MAX_SIDE,
  MAX_SOURCE_SECONDS,
  MAX_STOP_MOTION_SECONDS,
  MAX_TOOL_SECONDS,
  MAX_UPLOAD_BYTES,
  MIN_TRIM_SECONDS,
} from '../../../engine/project/limits.ts';
import { type Output, outputExtension, outputTitle } from '../../../engine/project/output.ts';
import type { Parsed } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { asCommand } from '../../../engine/tools/asCommand.ts';
import { asCurl } from '../../../engine/tools/asCurl.ts';
import { commonFieldsOf, compileToolBody, type SourceFacts } from '../../../engine/tools/body.ts';
import { describeField, type Field, fieldsOf } from '../../../engine/tools/field.ts';
import { inputsOf, keyOf, sourceFlagOf } from '../../../engine/tools/inputs.ts';
import { writtenBody } from '../../../engine/tools/requestBody.ts';
import { MAX_TOOL_SIDE } from '../../../engine/tools/source.ts';
import type { Inputs, SourceKind, Tool } from '../../../engine/tools/tool.ts';

/** The hand-written part of a tool's guide. */
export interface WrittenGuide extends Example {
  /** A numbered list, as Markdown. */
  steps: string;
  /** Headings of the third level with their answers, as Markdown. */
  questions: string;
}

/** Returns the guide of a tool as Markdown: generated from its definition, except steps and questions. */
export function toolGuide(tool: Tool, written: WrittenGuide): string {
  const { title, summary, route, id } = tool;
  return [
    `${summary} Open [${title}](${route}).`,
    `![What ${title} does](picture:tool-${id})`,
    '## Steps',
    written.steps,
    '## Files and result',
    list([...filesOf(tool), ...resultsOf(tool, written)]),
    '## Settings',
    ...settingsOf(tool),
    '## Command line',
    `Run this in the folder of Cutroom${tool.inputs.max > 0 ? ', with the paths of your files' : ''}. It needs no server.`,
    codeOf(commandOf(tool, written)),
    '## HTTP request',
    requestWords(tool),
    codeOf(curlOf(tool, written)),
    '## Limits',
    list(limitsOf(tool, written)),
    '## Questions',
    written.questions,
  ].join('\n\n');
}

function requestWords({ inputs }: Tool): string {
  const api = 'Every call is described in [HTTP API](/reference/api).';
  if (inputs.max === 0) return api;
  return `This request uses sample media of the server. For your own files, use “Copy as curl” in the menu of the tool’s page: its requests upload them first. ${api}`;
}

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
const codeOf = (text: string) => `\`\`\`\n${text}\n\`\`\``;

const kindWords: Record<SourceKind, string> = {
  video: 'a video',
  animation: 'an animation (such as a GIF)',
  image: 'an image',
  audio: 'an audio file',
};

/** Lists words: "a, b or c". */
function either(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function filesOf(tool: Tool): string[] {
  const all = inputsOf(tool).filter(({ max }) => max > 0);
  return all.length === 0 ? ['It needs no file.'] : all.map((inputs) => fileLine(inputs, inputs === tool.extra));
}

function fileLine(inputs: Inputs, isExtra: boolean): string {
  const { min, max, kinds } = inputs;
  const kind = either(kinds.map((one) => kindWords[one]));
  // The audio of a video is accepted wherever an audio file is.
  const accepted = kinds.length === 1 && kinds[0] === 'audio' ? 'an audio file, or a video with audio' : kind;
  const count = max > 1 ? `${min} to ${max} files, each ${accepted}` : accepted;
  const name = isExtra ? (min === 0 ? 'Optional music' : 'Audio to add') : min === 0 ? 'Optional source' : 'Source';
  return `**${name}**: ${count}. Flag \`--${sourceFlagOf(inputs)}\`, in a request \`${keyOf(inputs)}\`. [Formats](/resources/formats-and-quality)`;
}

/** Returns which result each kind of source gives, found by compiling it. */
function resultsOf(tool: Tool, written: WrittenGuide): string[] {
  const format = fieldsOf(tool.settings).find(({ isFormat }) => isFormat);
  if (format) return [`**Result**: the format that you choose: ${either(format.choices.map(({ title }) => title))}.`];
  const hasFormat = 'videoType' in commonFieldsOf(tool).shape;
  const kinds = tool.inputs.max > 1 ? tool.inputs.kinds.slice(0, 1) : tool.inputs.kinds;
  const results = kinds.map((kind) => [kind, titleFrom(tool, written, kind)] as const);
  const titles = [...new Set(results.map(([, title]) => title))];
  const [only = titleFrom(tool, written, 'video')] = titles;
  const isImage = results.some(([, title]) => title === STILL);
  return [
    ...(titles.length > 1
      ? results.map(([kind, title]) => `**Result** from ${kindWords[kind]}: ${title}.`)
      : [`**Result**: ${only}.`]),
    ...(hasFormat
      ? [
          `The setting Format, or the ending of \`--out\`, chooses another format${isImage ? ' for videos and animations' : ''}.`,
        ]
      : []),
  ];
}

const STILL = 'an image in the same format; PNG if that is not JPEG, PNG or WebP';

function titleFrom(tool: Tool, written: WrittenGuide, kind: SourceKind): string {
  const output = outputFrom(tool, written, kind);
  return output.type === 'image' && tool.inputs.max > 0 ? STILL : outputTitle(output);
}

function settingsOf(tool: Tool): string[] {
  const own = fieldsOf(tool.settings);
  const shown = own.filter(({ title }) => title !== '');
  const common = fieldsOf(commonFieldsOf(tool)).filter(({ title }) => title !== '');
  const commonNames = common
    .filter(({ onlyWith }) => !onlyWith)
    .map(({ title, flag }) => `${title} (\`--${flag}\`)`)
    .join(', ');
  return [
    'Each setting is listed with its flag for the command line and its name in requests.',
    list([...shown.map(settingLine), ...requestLines(tool, own)]),
    `[Settings of every tool](/reference#settings-of-every-tool): ${commonNames}.`,
  ];
}

function settingLine(field: Field): string {
  const parts = [valuesOf(field), defaultOf(field)].filter((text) => text !== '');
  return `**${field.title}**: ${field.description}. ${parts.map((text) => `${text}. `).join('')}\`--${field.flag}\`, \`${field.name}\``;
}

/** Returns the settings that the form does not show. */
function requestLines({ settings }: Tool, own: readonly Field[]): string[] {
  return Object.entries(settings.shape).flatMap(([name, schema]) => {
    const field = own.find((one) => one.name === name);
    if (field && field.title !== '') return [];
    const words = field ? describeField(field) : (schema as { description?: string }).description;
    const description = field && words === name ? (schema as { description?: string }).description : words;
    return [
      `\`${name}\`${field ? ` (\`--${field.flag}\`)` : ', in requests and `--settings`'}: ${description ?? name}`,
    ];
  });
}

function valuesOf({ choices, isOpen, control, isNumber, minimum, maximum, maxLength, unitWord }: Field): string {
  if (choices.length > 0) {
    const listed = choices.map(({ value, title }) => (`${value}` === title ? title : `${title} (\`${value}\`)`));
    return `${isOpen ? 'Such as' : 'One of'} ${listed.join(', ')}`;
  }
  if (isNumber && minimum !== undefined) {
    const unit = unitWord === '' ? '' : ` ${unitWord}`;
    // The day that any time is limited to is no relevant limit.
    const isOpenEnded = maximum === undefined || maximum === MAX_SECONDS;
    return isOpenEnded ? `${minimum}${unit} or more` : `${minimum} to ${maximum}${unit}`;
  }
  if (control === 'color') return 'A CSS color';
  return maxLength === undefined || control === 'font' ? '' : `At most ${maxLength} characters`;
}

function defaultOf({ default: value }: Field): string {
  if (value === undefined || value === '') return '';
  return `Default: ${typeof value === 'boolean' ? (value ? 'on' : 'off') : `\`${value}\``}`;
}

const minutes = (seconds: number) => `${seconds / 60} ${seconds === 60 ? 'minute' : 'minutes'}`;

/** Results that must be shorter than those of other tools, in seconds. */
const longest: Readonly<Record<string, number>> = { loop: MAX_LOOP_SECONDS, 'stop-motion': MAX_STOP_MOTION_SECONDS };

function limitsOf(tool: Tool, written: WrittenGuide): string[] {
  const { id, inputs, settings } = tool;
  if (inputs.max === 0 && fieldsOf(settings).every(({ unit }) => unit !== 's')) return ['Only those of the settings.'];
  const hasSpan = 'endTime' in settings.shape || ('audioTrimEndTime' in settings.shape && !tool.extra);
  const isPart = hasSpan || inputs.max > 1;
  const isMoving = outputFrom(tool, written, inputs.kinds[0] ?? 'video').type !== 'audio';
  return [
    ...(inputs.max > 0
      ? [
          `A file uploaded to a server may have at most ${MAX_UPLOAD_BYTES / 1e6} MB.`,
          `${isPart ? 'The part of a file that you use' : 'A source file'} may last at most ${minutes(MAX_SOURCE_SECONDS)}.`,
        ]
      : []),
    ...('startTime' in settings.shape || 'audioTrimStartTime' in settings.shape || inputs.max > 1
      ? [`A part of a file must last at least ${MIN_TRIM_SECONDS} second.`]
      : []),
    `The result may last at most ${minutes(longest[id] ?? MAX_TOOL_SECONDS)}${isMoving ? `; a GIF or an animated WebP, ${MAX_GIF_SECONDS} seconds` : ''}.`,
    ...sideLine(tool, isMoving),
  ];
}

/** Tools whose images are scaled to the size of a video. */
const imageVideos = ['image-video', 'audio'];

function sideLine({ id, inputs }: Tool, isMoving: boolean): string[] {
  if (!isMoving || inputs.max === 0) return [];
  if (inputs.max > 1 || id === 'meme') return [`The longer side of the result is at most ${MAX_TOOL_SIDE} pixels.`];
  const fromImage = imageVideos.includes(id) ? `, from an image ${MAX_TOOL_SIDE}` : '';
  return [`The longer side of the result is at most ${MAX_SIDE} pixels${fromImage}. Larger sources are scaled down.`];
}

/** The example of a tool's guide. */
interface Example {
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
function exampleBody(tool: Tool, { example, kind }: Example, from: 'name' | 'sample'): Record<string, unknown> {
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
function commandOf(tool: Tool, example: Example): string {
  const body = exampleBody(tool, example, 'name');
  return asCommand(tool, body, `result.${outputExtension(checked(tool, compileToolBody(body, facts)).output)}`);
}

/** Returns the curl request of an example with sample media of the server. */
function curlOf(tool: Tool, example: Example): string {
  const body = exampleBody(tool, example, 'sample');
  checked(tool, compileToolBody(body, facts));
  return asCurl(body, SERVER);
}

/** Returns the output of an example with a source of another kind. */
function outputFrom(tool: Tool, { example }: Example, kind: SourceKind): Output {
  return checked(tool, compileToolBody(exampleBody(tool, { example, kind }, 'name'), facts)).output;
}

function checked({ id }: Tool, compiled: Parsed<Project>): Project {
  if (compiled.ok) return compiled.value;
  throw new Error(`The example of ${id} is invalid: ${compiled.problems.map(({ message }) => message).join(' ')}`);
}
