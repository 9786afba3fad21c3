import * as z from 'zod';
import { normalizeProject } from './normalizeProject.ts';
import { pointerOf } from './problems.ts';
import { project } from './project.ts';

/** Most notes per value. */
const MOST_NOTES = 10;
/** Most unknown names per value that are compared with known ones. */
const MOST_UNKNOWN = 1000;

type Fields = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/**
 * Returns notes on ignored fields of a project file that look like misspelled names. Fields of other programs, which
 * resemble no known name, are ignored silently.
 */
export function misspelledInProject(written: unknown): string[] {
  return misspelledFields(project, normalizeProject(written));
}

/** Returns the notes of misspelledInProject for any value and its schema. */
export function misspelledFields(schema: z.ZodType, value: unknown): string[] {
  const found: Found = { notes: [], unknown: 0 };
  collectFrom(schema, value, [], found);
  return found.notes;
}

/** Notes so far, and number of unknown names. */
interface Found {
  notes: string[];
  unknown: number;
}

function collectFrom(schema: z.ZodType, value: unknown, path: Path, found: Found): void {
  const isEnough = () => found.notes.length >= MOST_NOTES || found.unknown >= MOST_UNKNOWN;
  if (isEnough()) return;
  const inner = plain(schema, value);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, one] of value.entries()) collectFrom(inner.element as z.ZodType, one, [...path, index], found);
    return;
  }
  if (!(inner instanceof z.ZodObject) || !isFields(value)) return;
  const { shape } = inner;
  const names = Object.keys(shape);
  for (const [name, one] of Object.entries(value)) {
    if (isEnough()) return;
    if (Object.hasOwn(shape, name)) {
      collectFrom(shape[name] as z.ZodType, one, [...path, name], found);
      continue;
    }
    found.unknown += 1;
    const meant = closestName(name, names, value);
    if (meant !== undefined) found.notes.push(noteOf(name, path, meant));
  }
}

function noteOf(name: string, path: Path, meant: string): string {
  return path.length === 0
    ? `The field “${name}” is not known and is ignored. Did you mean “${meant}”?`
    : `The field “${name}” at ${pointerOf(path)} is not known and is ignored. Did you mean “${meant}”?`;
}

/** Unwraps a schema. For a discriminated union, picks the option that matches the value. */
function plain(schema: z.ZodType, value: unknown): z.ZodType {
  if (schema instanceof z.ZodPipe) return plain(schema.in as z.ZodType, value);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator, options } = schema.def as unknown as { discriminator: string; options: z.ZodType[] };
    const kind = isFields(value) ? value[discriminator] : undefined;
    const found = options
      .map((option) => plain(option, value))
      .find((option) => kindOf(option, discriminator) === kind);
    return found ?? schema;
  }
  const { innerType } = schema.def as unknown as { innerType?: z.ZodType };
  return innerType ? plain(innerType, value) : schema;
}

function kindOf(option: z.ZodType, discriminator: string): unknown {
  const schema = option instanceof z.ZodObject ? option.shape[discriminator] : undefined;
  const literal = schema && plain(schema as z.ZodType, undefined);
  return literal instanceof z.ZodLiteral ? literal.value : undefined;
}

/**
 * Returns the known name that a name probably misspells, unless the value has that field too; undefined if there is
 * none.
 */
export function closestName(name: string, known: readonly string[], value: Fields = {}): string | undefined {
  const most = name.length < 5 ? 1 : 2;
  const found = known
    .filter((one) => !Object.hasOwn(value, one) && Math.abs(one.length - name.length) <= most && one.length > 2)
    .map((one) => ({ one, far: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far);
  return found[0]?.one;
}

/** Returns the edit distance: letters added, removed, replaced or swapped with their neighbor. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const above = rows[i - 1] as number[];
      let least = Math.min((above[j] as number) + 1, (row[j - 1] as number) + 1, (above[j - 1] as number) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, ((rows[i - 2] as number[])[j - 2] as number) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] as number;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
