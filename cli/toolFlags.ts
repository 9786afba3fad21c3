import { Option } from 'commander';
import type * as z from 'zod';
import { parseTimecode } from '../engine/timeline/timecode.ts';
import { type Field, fieldHelp, fieldsOf } from '../engine/tools/field.ts';

/**
 * Returns flags for the fields of a form: kebab case, `--no-…` for booleans. Values are only converted to numbers here;
 * the form's schema validates them.
 */
export function flagsOf(form: z.ZodObject): Option[] {
  return fieldsOf(form).flatMap(flagsOfField);
}

function flagsOfField(field: Field): Option[] {
  const { flag, alias, control, isNumber, unit } = field;
  const help = fieldHelp(field);
  if (control === 'switch') {
    return [new Option(`--${flag}`, help), new Option(`--no-${flag}`, `not: ${help}`).hideHelp()];
  }
  if (!isNumber) return [new Option(`--${flag} <text>`, help)];
  const [takes, parse] = unit === 's' ? ['time', parseTime] : ['number', parseNumber];
  const usual = new Option(`--${flag} <${takes}>`, help).argParser(parse);
  return alias === undefined ? [usual] : [usual, new Option(`--${alias} <${takes}>`).argParser(parse).hideHelp()];
}

/** Returns a number, or else the text, so that the form's schema reports the error. */
function parseNumber(text: string): number | string {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? text : value;
}

/** Parses seconds, or a time such as 1:30. */
function parseTime(text: string): number | string {
  return parseTimecode(text) ?? parseNumber(text);
}

/** Returns the settings from flags, by field name. @param options parsed by commander. */
export function settingsOf(form: z.ZodObject, options: Record<string, unknown>): Record<string, unknown> {
  const flagsSet = fieldsOf(form).flatMap(({ name, flag, alias = flag }) => {
    const [value] = [flag, alias]
      .map((one) => options[new Option(`--${one}`).attributeName()])
      .filter((one) => one !== undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(flagsSet);
}
