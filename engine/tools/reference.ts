import { commonFields, commonFieldsOf } from './body.ts';
import { clipFields } from './clipFields.ts';
import { describeField, type Field, fieldsOf, kebabCase } from './field.ts';
import { tools } from './index.ts';
import { inputsOf, keyOf, sourceFlagOf } from './inputs.ts';
import type { Inputs, Tool } from './tool.ts';

/** The reference of all tools as Markdown: how each is called, which files it takes, and its settings. */
export function toolReference(): string {
  const list = tools.map(({ id, title, summary }) => `| [${title}](#${anchorOf(title)}) | \`${id}\` | ${summary} |`);
  return [
    '# Tools',
    'Each tool has a page, a body for `POST /api/v1/videos/createVideo` and a command, all with the same settings.',
    ['| tool | id | does |', '| --- | --- | --- |', ...list].join('\n'),
    ...tools.map(sectionOf),
    '## Settings of every tool',
    tableOf(fieldsOf(commonFields)),
    '## Settings of one of several files',
    'Beside its address as `url` in a body; on the command line behind the file, as in `clip.mp4#t=2,5` or' +
      ' `clip.mp4#start-time=2&is-muted`.',
    tableOf(
      fieldsOf(clipFields).map((field) => ({ ...field, flag: kebabCase(field.name) })),
      '#',
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function sectionOf(tool: Tool): string {
  const { id, title, route, summary, flags } = tool;
  const common = fieldsOf(commonFields).map(({ name }) => name);
  const taken = fieldsOf(commonFieldsOf(tool)).map(({ name }) => name);
  const own = fieldsOf(tool.settings).map(({ name }) => name);
  const missing = common.filter((name) => !taken.includes(name) && !own.includes(name));
  const parts = [
    `## ${title}`,
    `${summary} Page \`${route}\`, command \`cutroom tool ${id}\`, in a body ${flags.map((flag) => `\`${flag}: true\``).join(' or ')}.`,
    inputsOf(tool).flatMap(filesOf).join(' '),
    tableOf(fieldsOf(tool.settings)),
    missing.length > 0 ? `Without ${missing.map((name) => `\`${name}\``).join(', ')}.` : '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
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
function tableOf(fields: readonly Field[], prefix = '--'): string {
  if (fields.length === 0) return '';
  const rows = fields.map((field) => {
    const { name, flag, default: usual } = field;
    const left = usual === undefined ? '' : `\`${JSON.stringify(usual)}\``;
    return `| \`${name}\` | \`${prefix}${flag}\` | ${cell(describeField(field))} | ${valuesOf(field)} | ${left} |`;
  });
  return ['| setting | flag | what it says | values | left out |', '| --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
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
  if (control === 'color') return 'a colour';
  return maxLength === undefined ? 'text' : `text, ${maxLength} characters at most`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(' ', '-')
    .replaceAll(/[^\w-]/g, '');
}
