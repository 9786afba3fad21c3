import { Option } from 'commander';
import * as z from 'zod';

/** One field of a form, as its JSON Schema tells it. */
interface Field {
  type?: string;
  enum?: unknown[];
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
}

/**
 * The command line's flags for the fields of a form: kebab case, `--no-…` for what can be false. The texts given are
 * only turned into numbers here; the form's own schema checks them.
 */
export function flagsOf(form: z.ZodObject): Option[] {
  const { properties = {} } = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([name, field]) => flagsOfField(name, field as Field));
}

/** A field's name as a flag: startTime → start-time. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function flagsOfField(name: string, field: Field): Option[] {
  const flag = kebabCase(name);
  const help = describe(name, field);
  if (field.type === 'boolean') {
    return [new Option(`--${flag}`, help), new Option(`--no-${flag}`, `not: ${help}`).hideHelp()];
  }
  const isNumber = field.type === 'number' || field.type === 'integer';
  if (!isNumber) return [new Option(`--${flag} <text>`, help)];
  return [new Option(`--${flag} <number>`, help).argParser(parseNumber)];
}

/** A number, or the text itself, so that the form's schema can say what is wrong with it. */
function parseNumber(text: string): number | string {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? text : value;
}

function describe(
  name: string,
  { description = name, enum: choices, default: usual, minimum, maximum }: Field,
): string {
  const notes: string[] = [];
  if (choices) notes.push(`one of ${choices.join(', ')}`);
  // The widest numbers there are stand for no limit at all.
  if (minimum !== undefined && maximum !== undefined && maximum <= 1e9) notes.push(`${minimum} to ${maximum}`);
  if (usual !== undefined && usual !== '' && usual !== false) notes.push(`default ${JSON.stringify(usual)}`);
  return notes.length > 0 ? `${description} (${notes.join('; ')})` : description;
}
