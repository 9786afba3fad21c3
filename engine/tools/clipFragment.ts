import { parseTimecode } from '../timeline/timecode.ts';
import { clipFields } from './clipFields.ts';
import { type Field, fieldsOf, kebabCase } from './field.ts';

/** One of several files, with its own settings by the names of `clipFields`. */
export type Clip = { url: string } & Record<string, unknown>;

const fields = new Map(fieldsOf(clipFields).map((field) => [kebabCase(field.name), field]));

/**
 * Parses a file with its fragment: a span as in "clip.mp4#t=2,5" (Media Fragments URI 1.0 §4.2.1), which for an image
 * is the length, as in "photo.jpg#t=4"; or any of the clip's fields, as in "clip.mp4#start-time=2&is-muted". Other
 * fragments are part of the name. A time may be 1:30.
 */
export function parseClip(text: string): Clip {
  const [, url = '', fragment = ''] = /^(.+)#([^#]+)$/s.exec(text) ?? [];
  const parts = fragment.split('&').map(parsePart);
  if (url === '' || parts.some((part) => part === undefined)) return { url: text };
  return { url, ...Object.assign({}, ...parts) };
}

function parsePart(part: string): Record<string, unknown> | undefined {
  const [, name = '', text] = /^([a-z-]+)(?:=(.*))?$/s.exec(part) ?? [];
  if (name === 't') return parseSpan(text ?? '');
  const field = fields.get(name);
  if (!field || (text === undefined && field.control !== 'switch')) return undefined;
  return { [field.name]: parseValue(field, text ?? 'true') };
}

function parseValue({ control, isNumber }: Field, text: string): unknown {
  if (control === 'switch') return text === 'true' ? true : text === 'false' ? false : text;
  return isNumber ? (parseTimecode(text) ?? text) : decoded(text);
}

function parseSpan(text: string): Record<string, number> | undefined {
  const [start, end] = text.split(',', 2).map((time) => (time === '' ? undefined : parseTimecode(time)));
  const isSpan = /^[\d.:]*(,[\d.:]+)?$/.test(text) && (start !== undefined || end !== undefined);
  if (!isSpan || (text.includes(',') && end === undefined)) return undefined;
  const startTime = start ?? 0;
  // An image has no start, so a single time is its length.
  if (end === undefined) return { startTime, duration: startTime };
  return { startTime, endTime: end, duration: Math.max(0, end - startTime) };
}

/** Returns the text that `parseClip` parses to this clip; undefined if there is none. */
export function printClip({ url, ...chosen }: Clip): string | undefined {
  const parts = [...fields].flatMap(([flag, { name, default: usual }]) => {
    const value = chosen[name];
    if (value === undefined || value === null || value === usual) return [];
    return [value === true ? flag : `${flag}=${encodeURIComponent(String(value))}`];
  });
  const text = parts.length > 0 ? `${url}#${parts.join('&')}` : url;
  return parseClip(text).url === url ? text : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
