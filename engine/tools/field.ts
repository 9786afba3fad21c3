import * as z from 'zod';
import type { OutputType } from '../project/output.ts';

/** The units that settings are in, in words. */
const unitWords = {
  s: 'seconds',
  px: 'pixels',
  '°': 'degrees',
  '%': 'percent',
  MB: 'megabytes',
  LUFS: 'LUFS',
} as const;

/** How a form asks for a setting. time: a moment of the source; lines: text of several lines. */
export type Control = 'number' | 'time' | 'switch' | 'choice' | 'text' | 'lines' | 'color' | 'font';

/** What a form and the reference say of a setting, beside its schema. */
export interface FieldWords {
  /** Name in a form, such as "Loops". */
  title: string;
  /** What it does, as the end of a sentence: "number of times the span plays". */
  description: string;
  unit?: keyof typeof unitWords;
  /** Default: a switch for true or false, a choice for a few values, a number, else one line of text. */
  control?: Control;
  /** What the values of a choice are called; default: as they are. Of a text they are those that a form offers. */
  choices?: Record<string, string>;
  /** Its flag on the command line without the dashes; default: its name in kebab case. */
  flag?: string;
  /** A shorter flag that means the same. */
  alias?: string;
  /** What other ways of writing its value mean, such as "jpg" for "jpeg"; others come back as they are. */
  read?: (given: unknown) => unknown;
  /** Whether it chooses the format of what comes out, as the name of a file does. */
  isFormat?: boolean;
  /** Name of the switch without which it counts for nothing. */
  onlyWith?: string;
  /** Kinds of output without which it counts for nothing. */
  onlyFor?: readonly OutputType[];
  /** Whether a time is one of the file beside the others, such as the sound that is added. */
  isOfBeside?: boolean;
}

/** One setting of a form, as it is asked for. */
export interface Field {
  /** Its key in the createVideo body. */
  name: string;
  /** '' where forms do not show it. */
  title: string;
  /** What it does, as the end of a sentence. */
  description: string;
  /** A sign, such as "s", and the word for it; '' for none. */
  unit: keyof typeof unitWords | '';
  unitWord: string;
  control: Control;
  isNumber: boolean;
  /** The allowed values, where there are few; of an open choice, those that a form offers. */
  choices: { value: string | number; title: string }[];
  /** Whether other texts than the choices are allowed too. */
  isOpen: boolean;
  /** Its flag on the command line without the dashes. */
  flag: string;
  /** A shorter flag that means the same. */
  alias: string | undefined;
  default: unknown;
  /** Least and greatest number; undefined: no limit worth a word. */
  minimum: number | undefined;
  maximum: number | undefined;
  /** Longest text, characters. */
  maxLength: number | undefined;
  /** Name of the switch without which it counts for nothing. */
  onlyWith: string | undefined;
  /** Kinds of output without which it counts for nothing; undefined: it counts for all. */
  onlyFor: readonly OutputType[] | undefined;
  /** Whether it chooses the format of what comes out. */
  isFormat: boolean;
  /** Whether a time is one of the file beside the others. */
  isOfBeside: boolean;
}

/** Numbers beyond this stand for no limit at all. */
const NO_LIMIT = 1e9;

/** A setting's schema with what a form and the reference say of it. The words are to be put on last. */
export function field<T extends z.ZodType>(schema: T, words: FieldWords): T {
  return schema.meta({ ...words }) as T;
}

/**
 * The settings of a form in their order: from here come the page's form, the command's flags and the reference, so
 * that all of them say the same.
 */
export function fieldsOf(form: z.ZodObject): Field[] {
  // What holds other values is asked for in no form and by no flag.
  const simple = Object.entries(form.shape).filter(([, schema]) => !isComposed(unwrapped(schema as z.ZodType).inner));
  return simple.map(([name, schema]) => fieldOf(name, schema as z.ZodType));
}

/**
 * The fields of a form as a body may write them: null stands for none, and so does '' where it is no value of its own;
 * other ways of writing a value are read.
 */
export function readFields(form: z.ZodObject, given: object): Record<string, unknown> {
  const read = Object.entries(form.shape).flatMap(([name, schema]) => {
    const value = (given as Record<string, unknown>)[name];
    const inner = unwrapped(schema as z.ZodType).inner;
    const isNone = value === undefined || value === null || (value === '' && !inner.safeParse('').success);
    if (isNone) return [];
    const words = ((schema as z.ZodType).meta() ?? {}) as Partial<FieldWords>;
    return [[name, words.read?.(value) ?? value]];
  });
  return Object.fromEntries(read);
}

/** What only forms and commands need of a field's words. */
const ofForms = [
  'unit',
  'control',
  'choices',
  'onlyFor',
  'onlyWith',
  'flag',
  'alias',
  'read',
  'isFormat',
  'isOfBeside',
];

/** A form as JSON Schema, for the reference: with units in words, and without what only forms need. */
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
  const words = (schema.meta() ?? {}) as Partial<FieldWords>;
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
    isOfBeside: words.isOfBeside ?? false,
  };
}

/** A schema without its default and whatever else says that it may be left out. */
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

/** What a field does, with its unit. */
export function describeField({ description, unitWord }: Pick<Field, 'description' | 'unitWord'>): string {
  return unitWord ? `${description}, ${unitWord}` : description;
}

/** What help and reference say of a field: what it does, in which unit, its values and what it is when left out. */
export function fieldWords(field: Field): string {
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

/** A field's name as a flag: startTime → start-time. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
