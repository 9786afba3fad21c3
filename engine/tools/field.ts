import * as z from 'zod';
import type { OutputType } from '../project/output.ts';

/** Units of settings, in words. */
const unitWords = {
  s: 'seconds',
  px: 'pixels',
  '°': 'degrees',
  '%': 'percent',
  MB: 'megabytes',
  LUFS: 'LUFS',
} as const;

/** Form control of a setting. time: a moment of the source; lines: multi-line text. */
export type Control = 'number' | 'time' | 'switch' | 'choice' | 'text' | 'lines' | 'color' | 'font';

/** Texts of a setting for forms and the reference, in addition to its schema. */
export interface FieldTexts {
  /** Name in a form, such as "Loops". */
  title: string;
  /** Description, as the end of a sentence: "how many times the span plays". */
  description: string;
  unit?: keyof typeof unitWords;
  /** Default: a switch for booleans, a choice for a few values, a number, else one line of text. */
  control?: Control;
  /** Names of the choices; default: the values. For a text, the suggestions of a form. */
  choices?: Record<string, string>;
  /** Command line flag without dashes; default: its name in kebab case. */
  flag?: string;
  /** A shorter alias of the flag. */
  alias?: string;
  /** Converts alternative values, such as "jpg" to "jpeg"; returns others unchanged. */
  read?: (value: unknown) => unknown;
  /** Whether it sets the format of the output, as the file name does. */
  isFormat?: boolean;
  /** Name of the switch that it depends on. */
  onlyWith?: string;
  /** Output types that it applies to. */
  onlyFor?: readonly OutputType[];
  /** Whether a time refers to the additional file, such as added audio. */
  isOfExtra?: boolean;
}

/** A setting of a form. */
export interface Field {
  /** Its key in the createVideo request. */
  name: string;
  /** '' if forms do not show it. */
  title: string;
  /** Description, as the end of a sentence. */
  description: string;
  /** A symbol, such as "s", and its word; '' for none. */
  unit: keyof typeof unitWords | '';
  unitWord: string;
  control: Control;
  isNumber: boolean;
  /** The allowed values, if they are few; for an open choice, the suggestions. */
  choices: { value: string | number; title: string }[];
  /** Whether other texts than the choices are allowed. */
  isOpen: boolean;
  /** Command line flag without dashes. */
  flag: string;
  /** A shorter alias of the flag. */
  alias: string | undefined;
  default: unknown;
  /** Smallest and largest number; undefined: no relevant limit. */
  minimum: number | undefined;
  maximum: number | undefined;
  /** Longest text, in characters. */
  maxLength: number | undefined;
  /** Name of the switch that it depends on. */
  onlyWith: string | undefined;
  /** Output types that it applies to; undefined: all. */
  onlyFor: readonly OutputType[] | undefined;
  /** Whether it sets the format of the output. */
  isFormat: boolean;
  /** Whether a time refers to the additional file. */
  isOfExtra: boolean;
}

/** Larger numbers count as no limit. */
const NO_LIMIT = 1e9;

/** Attaches form and reference texts to a setting's schema. Call it last. */
export function field<T extends z.ZodType>(schema: T, words: FieldTexts): T {
  return schema.meta({ ...words }) as T;
}

/**
 * Returns the settings of a form in order. The page's form, the command's flags and the reference are all derived from
 * them, so they agree.
 */
export function fieldsOf(form: z.ZodObject): Field[] {
  // Objects and lists have neither form controls nor flags.
  const simple = Object.entries(form.shape).filter(([, schema]) => !isComposed(unwrapped(schema as z.ZodType).inner));
  return simple.map(([name, schema]) => fieldOf(name, schema as z.ZodType));
}

/** Normalizes the fields of a request: drops null, and '' unless it is a valid value; converts alternative values. */
export function readFields(form: z.ZodObject, input: object): Record<string, unknown> {
  const read = Object.entries(form.shape).flatMap(([name, schema]) => {
    const value = (input as Record<string, unknown>)[name];
    const inner = unwrapped(schema as z.ZodType).inner;
    const isNone = value === undefined || value === null || (value === '' && !inner.safeParse('').success);
    if (isNone) return [];
    const words = ((schema as z.ZodType).meta() ?? {}) as Partial<FieldTexts>;
    return [[name, words.read?.(value) ?? value]];
  });
  return Object.fromEntries(read);
}

/** Field texts that only forms and commands use. */
const ofForms = ['unit', 'control', 'choices', 'onlyFor', 'onlyWith', 'flag', 'alias', 'read', 'isFormat', 'isOfExtra'];

/** Returns the JSON Schema of a form for the reference: with units in words, without form-only texts. */
export function formSchema(form: z.ZodObject): Record<string, unknown> {
  const schema = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' });
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const rest = Object.entries(property as object).filter(([key]) => !ofForms.includes(key));
    return [
      name,
      { ...Object.fromEntries(rest), description: describeField(fieldOf(name, form.shape[name])) },
    ] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function fieldOf(name: string, schema: z.ZodType): Field {
  const words = (schema.meta() ?? {}) as Partial<FieldTexts>;
  const { value: usual, inner } = unwrapped(schema);
  const allowed = valuesOf(inner);
  const isOpen = allowed.length === 0 && words.choices !== undefined;
  const values = isOpen ? Object.keys(words.choices ?? {}) : allowed;
  const isNumber = inner instanceof z.ZodNumber || values.some((value) => typeof value === 'number');
  const range = inner instanceof z.ZodNumber ? { minimum: inner.minValue, maximum: inner.maxValue } : {};
  return {
    ...{ name, title: words.title ?? '', description: words.description ?? name, isNumber },
    ...{ unit: words.unit ?? '', unitWord: words.unit ? unitWords[words.unit] : '' },
    control: words.control ?? controlOf(inner, values),
    choices: values.map((value) => ({ value, title: words.choices?.[value] ?? String(value) })),
    ...{ isOpen, flag: words.flag ?? kebabCase(name), alias: words.alias },
    default: usual,
    minimum: limit(range.minimum),
    maximum: limit(range.maximum),
    maxLength: inner instanceof z.ZodString ? (inner.maxLength ?? undefined) : undefined,
    onlyWith: words.onlyWith,
    onlyFor: words.onlyFor,
    isFormat: words.isFormat ?? false,
    isOfExtra: words.isOfExtra ?? false,
  };
}

/** Removes default and optional wrappers from a schema. */
function unwrapped(schema: z.ZodType): { inner: z.ZodType; value?: unknown } {
  if (schema instanceof z.ZodDefault) {
    return { ...unwrapped(schema.unwrap() as z.ZodType), value: schema.def.defaultValue };
  }
  return schema instanceof z.ZodOptional ? unwrapped(schema.unwrap() as z.ZodType) : { inner: schema };
}

function isComposed(inner: z.ZodType): boolean {
  return inner instanceof z.ZodObject || inner instanceof z.ZodArray;
}

function valuesOf(inner: z.ZodType): (string | number)[] {
  if (inner instanceof z.ZodEnum) return inner.options;
  return inner instanceof z.ZodLiteral ? ([...inner.values] as (string | number)[]) : [];
}

function limit(value: number | null | undefined): number | undefined {
  return typeof value === 'number' && Math.abs(value) <= NO_LIMIT ? value : undefined;
}

function controlOf(inner: z.ZodType, values: readonly unknown[]): Control {
  if (inner instanceof z.ZodBoolean) return 'switch';
  if (values.length > 0) return 'choice';
  return inner instanceof z.ZodNumber ? 'number' : 'text';
}

/** Returns the description of a field with its unit. */
export function describeField({ description, unitWord }: Pick<Field, 'description' | 'unitWord'>): string {
  return unitWord ? `${description}, ${unitWord}` : description;
}

/** Returns the text of help and reference for a field: description, unit, values and default. */
export function fieldHelp(field: Field): string {
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

/** Converts a field's name to a flag: startTime → start-time. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
