import { formatSentences, optionalSentence } from '../project/formats.ts';
import { commonFields, commonFieldsOf } from './body.ts';
import { clipFields } from './clipFields.ts';
import { describeField, type Field, fieldsOf, kebabCase } from './field.ts';
import { tools } from './index.ts';
import { inputsOf, keyOf, sourceFlagOf } from './inputs.ts';
import type { Inputs, Tool } from './tool.ts';

/** A block of a reference. Its texts may contain `code` and [links](/to) as in Markdown. */
export type ReferenceBlock =
  | { kind: 'heading'; level: 1 | 2; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] };

const heading = (level: 1 | 2, text: string): ReferenceBlock => ({ kind: 'heading', level, text });
const paragraph = (text: string): ReferenceBlock[] => (text === '' ? [] : [{ kind: 'text', text }]);

/** Returns the reference of all tools: names, accepted files and settings. */
export function toolReference(): ReferenceBlock[] {
  const list = tools.map(({ id, title, summary }) => [`[${title}](#${anchorOf(title)})`, `\`${id}\``, summary]);
  const ofClips = fieldsOf(clipFields).map((field) => ({ ...field, flag: kebabCase(field.name) }));
  return [
    heading(1, 'Tools'),
    ...paragraph(
      'Each tool has a page, a body for `POST /api/v1/videos/createVideo` and a command, all with the same settings.',
    ),
    { kind: 'table', head: ['tool', 'id', 'does'], rows: list },
    ...tools.flatMap(sectionOf),
    heading(2, 'Settings of every tool'),
    ...tableOf(fieldsOf(commonFields)),
    heading(2, 'Settings of one of several files'),
    ...paragraph(
      'Beside its address as `url` in a body; on the command line behind the file, as in `clip.mp4#t=2,5` or' +
        ' `clip.mp4#start-time=2&is-muted`.',
    ),
    ...tableOf(ofClips, '#'),
    heading(2, 'Media files'),
    ...[...formatSentences(), optionalSentence()].flatMap(paragraph),
  ];
}

/** Formats a reference as Markdown. */
export function printMarkdown(blocks: readonly ReferenceBlock[]): string {
  return blocks.map(markdownOf).join('\n\n').concat('\n');
}

function markdownOf(block: ReferenceBlock): string {
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${block.text}`;
  if (block.kind === 'text') return block.text;
  const rows = [block.head, block.head.map(() => '---'), ...block.rows.map((row) => row.map(cell))];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function sectionOf(tool: Tool): ReferenceBlock[] {
  const { id, title, route, summary, flags } = tool;
  const common = fieldsOf(commonFields).map(({ name }) => name);
  const taken = fieldsOf(commonFieldsOf(tool)).map(({ name }) => name);
  const own = fieldsOf(tool.settings).map(({ name }) => name);
  const missing = common.filter((name) => !taken.includes(name) && !own.includes(name));
  const named = flags.map((flag) => `\`${flag}: true\``).join(' or ');
  return [
    heading(2, title),
    ...paragraph(`${summary} Page [${route}](${route}), command \`cutroom tool ${id}\`, in a body ${named}.`),
    ...paragraph(inputsOf(tool).flatMap(filesOf).join(' ')),
    ...tableOf(fieldsOf(tool.settings)),
    ...paragraph(missing.length > 0 ? `Without ${missing.map((name) => `\`${name}\``).join(', ')}.` : ''),
  ];
}

function filesOf(inputs: Inputs): string[] {
  const { min, max, kinds } = inputs;
  if (max === 0) return [];
  const words = { video: 'a video', animation: 'an animation', image: 'a picture', audio: 'a sound' };
  const kind = kinds.map((one) => words[one]).join(', ');
  const count = max > 1 ? `${min} to ${max} files, each ${kind}` : `${min === 0 ? 'If you like, ' : ''}${kind}`;
  const sentence = `${count}: \`${keyOf(inputs)}\`, \`--${sourceFlagOf(inputs)}\`.`;
  return [sentence.charAt(0).toUpperCase() + sentence.slice(1)];
}

/** @param prefix of the flags. */
function tableOf(fields: readonly Field[], prefix = '--'): ReferenceBlock[] {
  const rows = fields.map((field) => {
    const { name, flag, default: usual } = field;
    const left = usual === undefined ? '' : `\`${JSON.stringify(usual)}\``;
    return [`\`${name}\``, `\`${prefix}${flag}\``, describeField(field), valuesOf(field), left];
  });
  return rows.length === 0
    ? []
    : [{ kind: 'table', head: ['setting', 'flag', 'what it says', 'values', 'left out'], rows }];
}

function valuesOf({ choices, isOpen, control, isNumber, minimum, maximum, maxLength }: Field): string {
  if (choices.length > 0) {
    const listed = choices.map(({ value }) => `\`${value}\``).join(', ');
    return isOpen ? `such as ${listed}` : listed;
  }
  if (control === 'switch') return '`true`, `false`';
  if (isNumber) {
    if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
    return minimum === undefined ? 'a number' : `${minimum} or more`;
  }
  if (control === 'color') return 'a color';
  return maxLength === undefined ? 'text' : `text, ${maxLength} characters at most`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Returns the anchor of a heading, for the end of its URL. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(' ', '-')
    .replaceAll(/[^\w-]/g, '');
}
