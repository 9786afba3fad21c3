import { Option } from 'commander';
import type * as z from 'zod';
import { describeField, type Field, fieldsOf } from '../engine/tools/field.ts';

/**
 * The command line's flags for the fields of a form: kebab case, `--no-…` for what can be false. The texts given are
 * only turned into numbers here; the form's own schema checks them.
 */
export function flagsOf(form: z.ZodObject): Option[] {
  return fieldsOf(form).flatMap(flagsOfField);
}

function flagsOfField(field: Field): Option[] {
  const { flag } = field;
  const help = describe(field);
  if (field.control === 'switch') {
    return [new Option(`--${flag}`, help), new Option(`--no-${flag}`, `not: ${help}`).hideHelp()];
  }
  if (!field.isNumber) return [new Option(`--${flag} <text>`, help)];
  return [new Option(`--${flag} <number>`, help).argParser(parseNumber)];
}

/** A number, or the text itself, so that the form's schema can say what is wrong with it. */
function parseNumber(text: string): number | string {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? text : value;
}

function describe(field: Field): string {
  const { choices, isOpen, default: usual, minimum, maximum } = field;
  const description = describeField(field);
  const notes: string[] = [];
  if (choices.length > 0) {
    notes.push(`${isOpen ? 'such as' : 'one of'} ${choices.map(({ value }) => value).join(', ')}`);
  }
  if (minimum !== undefined && maximum !== undefined) notes.push(`${minimum} to ${maximum}`);
  if (usual !== undefined && usual !== '' && usual !== false) notes.push(`default ${JSON.stringify(usual)}`);
  return notes.length > 0 ? `${description} (${notes.join('; ')})` : description;
}

/** The settings that flags stand for, under the names of their fields. @param options as commander gives them. */
export function settingsOf(form: z.ZodObject, options: Record<string, unknown>): Record<string, unknown> {
  const given = fieldsOf(form).flatMap(({ name, flag }) => {
    const value = options[new Option(`--${flag}`).attributeName()];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}
