import * as z from 'zod';

/** The units that settings are in, in words. */
const unitWords = { s: 'seconds', px: 'pixels', '°': 'degrees', '×': 'times', '%': 'percent' } as const;

/** How a form asks for a setting. time: a moment of the source; lines: text of several lines. */
export type Control = 'number' | 'time' | 'switch' | 'choice' | 'text' | 'lines' | 'color' | 'font';

/** What a form and the reference say of a setting, beside its schema. */
export interface FieldWords {
  /** Name in a form, such as "Loops". */
  title: string;
  /** What it does, as the end of a sentence: "how many times the span plays". */
  description: string;
  unit?: keyof typeof unitWords;
  /** Default: a switch for true or false, a choice for a few values, a number, else one line of text. */
  control?: Control;
  /** What the values of a choice are called; default: as they are. */
  choices?: Record<string, string>;
}

/** One setting of a form, as it is asked for. */
export interface Field {
  /** Its key in the createVideo body. */
  name: string;
  /** '' where forms do not show it. */
  title: string;
  /** With its unit in words. */
  description: string;
  unit: keyof typeof unitWords | '';
  control: Control;
  isNumber: boolean;
  /** The allowed values, where there are few. */
  choices: { value: string | number; title: string }[];
  default: unknown;
  /** Least and greatest number; undefined: no limit worth a word. */
  minimum: number | undefined;
  maximum: number | undefined;
  /** Longest text, characters. */
  maxLength: number | undefined;
}

/** Numbers beyond this stand for no limit at all. */
const NO_LIMIT = 1e9;

/** A setting's schema with what a form and the reference say of it. The words are to be put on last. */
export function field<T extends z.ZodType>(schema: T, words: FieldWords): T {
  return schema.meta({ ...words }) as T;
}

/** What a JSON Schema says of one property. */
interface Property extends Partial<FieldWords> {
  type?: string;
  enum?: (string | number)[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

/**
 * The settings of a form in their order: from here come the page's form, the command's flags and the reference, so
 * that all of them say the same.
 */
export function fieldsOf(form: z.ZodObject): Field[] {
  const { properties = {} } = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => fieldOf(name, property as Property));
}

/** A form as JSON Schema, for the reference: with units in words, and without what only forms need. */
export function formSchema(form: z.ZodObject): Record<string, unknown> {
  const schema = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' });
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { unit: _, control: __, choices: ___, ...rest } = property as Property;
    return [name, { ...rest, description: describe(name, property as Property) }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function fieldOf(name: string, property: Property): Field {
  const { title = '', unit = '', type, enum: values = [], maximum } = property;
  return {
    ...{ name, title, unit, description: describe(name, property) },
    control: property.control ?? controlOf(property),
    isNumber: type === 'number' || type === 'integer',
    choices: values.map((value) => ({ value, title: property.choices?.[value] ?? String(value) })),
    default: property.default,
    minimum: property.minimum,
    maximum: maximum !== undefined && maximum <= NO_LIMIT ? maximum : undefined,
    maxLength: property.maxLength,
  };
}

function controlOf({ type, enum: values }: Property): Control {
  if (type === 'boolean') return 'switch';
  if (values) return 'choice';
  return type === 'number' || type === 'integer' ? 'number' : 'text';
}

function describe(name: string, { description = name, unit }: Property): string {
  return unit ? `${description}, ${unitWords[unit]}` : description;
}
