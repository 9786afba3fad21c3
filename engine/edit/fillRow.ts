import { color, mediaUrl } from '../project/fields.ts';
import { newId } from '../project/id.ts';
import { MAX_PROJECT_BYTES, MAX_TEXT_LENGTH } from '../project/limits.ts';
import { type Parsed, parseProject } from '../project/parse.ts';
import { type Problem, problem, projectTooLarge, stepsOf } from '../project/problems.ts';
import type { Project } from '../project/project.ts';
import type { ChosenMedia } from './newLayers.ts';
import type { Row } from './tableRows.ts';
import { fillNamed, NAME_IN_TEXT, type TemplateField, templateFields } from './templateFields.ts';

/** Returns the file that a value names; else a Problem or a sentence why it is not available. */
export type FileOfValue = (url: string, kind: TemplateField['kind']) => ChosenMedia | Problem | string;

/** Message for a missing file that a project or a row names. */
export function fileMissing(url: string): string {
  return `"${url}" does not exist.`;
}

/**
 * Creates a project from a table row.
 * @param value of the project as JSON: a `{{column}}` may stand even where no text is allowed, such as in a color.
 * @returns problems name the row and, if known, the column.
 */
export function projectOfRow(value: unknown, row: Row, fileOf: FileOfValue): Parsed<Project> {
  if (row.problem) return { ok: false, problems: [problem('format', [], `Row ${row.number}: ${row.problem}`)] };
  const filled = fillValues(value, row.values, fileOf);
  return filled.ok ? filled : { ok: false, problems: filled.problems.map((found) => problemOfRow(found, value, row)) };
}

/**
 * Fills a project's fields by name: `{{name}}` in any text, and named parts of layers. An empty value leaves a file or
 * a color unchanged. Braces inside values are not replaced.
 * @returns a problem for a value that is not a color, not a file address, or too long; its pointer is the field's name.
 * One without a pointer if the filled project would be too large.
 */
export function fillValues(value: unknown, values: Row['values'], fileOf: FileOfValue): Parsed<Project> {
  if (lengthInTexts(value, values) > MAX_PROJECT_BYTES) return tooLarge;
  const parsed = parseProject(fillTexts(value, values));
  if (!parsed.ok) return parsed;
  if (lengthInLayers(parsed.value, values) > MAX_PROJECT_BYTES) return tooLarge;
  const problems: Problem[] = [];
  const filled = new Map<string, string | ChosenMedia>();
  for (const { name, kind } of templateFields(parsed.value)) {
    const text = values.get(name);
    if (text === undefined || (text === '' && kind !== 'text')) continue;
    const found = filledBy(text, name, kind, fileOf);
    if ('code' in Object(found)) problems.push(found as Problem);
    else filled.set(name, found as string | ChosenMedia);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: fillNamed(parsed.value, filled, newId) };
}

const tooLarge: Parsed<Project> = {
  ok: false,
  problems: [projectTooLarge()],
};

/**
 * Returns the total length of values for `{{name}}` in all texts. A short name may stand for ten thousand characters.
 */
function lengthInTexts(value: unknown, values: Row['values']): number {
  if (typeof value === 'string')
    return [...value.matchAll(NAME_IN_TEXT)].reduce((sum, [, name = '']) => sum + (values.get(name)?.length ?? 0), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + lengthInTexts(item, values), 0);
}

/** Returns the total length of values for named parts of layers. */
function lengthInLayers({ scenes }: Project, values: Row['values']): number {
  const names = scenes.flatMap(({ layers }) => layers.map(({ fieldNames }) => fieldNames?.content ?? ''));
  return names.reduce((sum, name) => sum + (values.get(name)?.length ?? 0), 0);
}

function filledBy(
  text: string,
  name: string,
  kind: TemplateField['kind'],
  fileOf: FileOfValue,
): string | ChosenMedia | Problem {
  if (kind === 'text') {
    const most = `"${name}" must have at most ${MAX_TEXT_LENGTH} characters.`;
    return text.length > MAX_TEXT_LENGTH ? problem('range', [name], most) : text;
  }
  if (!(kind === 'color' ? color : mediaUrl).safeParse(text).success) {
    const what = kind === 'color' ? 'a color such as "#5969e2"' : 'the path of a file';
    return problem('format', [name], `"${name}" must be ${what}.`);
  }
  if (kind === 'color') return text;
  const file = fileOf(text, kind);
  if (typeof file === 'string') return problem('media.missing', [name], file);
  return 'code' in file ? problem(file.code, [name], file.message) : file;
}

/** Returns a problem whose message names its row and column. @param value as in projectOfRow. */
export function problemOfRow(found: Problem, value: unknown, row: Row): Problem {
  const column = columnAt(value, found.pointer, row);
  const called = column === undefined ? undefined : (row.columns?.get(column) ?? column);
  const where = called === undefined ? `Row ${row.number}` : `Row ${row.number}, column "${called}"`;
  return { ...found, message: `${where}: ${found.message}` };
}

/** Returns the first field in the texts of a JSON value without a column of that name; undefined if all have one. */
export function missingColumn(value: unknown, columns: Row['values']): string | undefined {
  if (typeof value === 'string')
    return [...value.matchAll(NAME_IN_TEXT)].find(([, name = '']) => !columns.has(name))?.[1];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const item of Object.values(value)) {
    const missing = missingColumn(item, columns);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

/** Copies a JSON value and replaces `{{name}}` in every text if there is a value of that name. */
function fillTexts(value: unknown, values: Row['values']): unknown {
  if (typeof value === 'string') return value.replace(NAME_IN_TEXT, (all, name: string) => values.get(name) ?? all);
  if (Array.isArray(value)) return value.map((item) => fillTexts(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillTexts(item, values)]));
}

/**
 * Returns the column that a problem's value comes from; undefined if none. @param pointer into the project, or the name
 * of a field.
 */
function columnAt(value: unknown, pointer: string, { values }: Row): string | undefined {
  const steps = stepsOf(pointer);
  const [field] = steps;
  if (steps.length === 1 && field !== undefined && values.has(field)) return field;
  const found = at(value, steps);
  const inText = typeof found === 'string' ? [...found.matchAll(NAME_IN_TEXT)][0]?.[1] : undefined;
  // A replacement layer keeps the index of the layer that it replaces.
  const named = at(value, [...steps.slice(0, -1), 'fieldNames', 'content']);
  return inText ?? (typeof named === 'string' && values.has(named) ? named : undefined);
}

function at(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((now, step) => (now as Record<string, unknown> | undefined | null)?.[step], value);
}
