import type * as z from 'zod';
import { type Problem, type ProblemCode, problem } from './problems.ts';

/**
 * Converts the issues of a failed schema parse to problems, one plain sentence each.
 * @param error of a parse with `reportInput`. @param whole what to call the root value.
 */
export function problemsOf(error: z.ZodError, whole = 'The project'): Problem[] {
  return error.issues.map((issue) => problem(codeOf(issue), issue.path, sentenceOf(issue, whole)));
}

type Issue = z.core.$ZodIssue;

function codeOf(issue: Issue): ProblemCode {
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'required' : 'type';
  if (issue.code === 'too_big' || issue.code === 'too_small' || issue.code === 'not_multiple_of') return 'range';
  if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return 'choice';
  return 'format';
}

function sentenceOf(issue: Issue, whole: string): string {
  // A complete sentence from the schema is used as is.
  if (issue.message.endsWith('.')) return issue.message;
  const name = nameOf(issue.path) ?? whole;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is missing.`
        : `${name} must be ${article(issue.expected)}, not ${kindOf(issue.input)}.`;
    case 'too_small':
      return `${name} must ${sizeVerb(issue.origin)} ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${unitOf(issue.origin, issue.minimum)}.`;
    case 'too_big':
      return `${name} must ${sizeVerb(issue.origin)} ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${unitOf(issue.origin, issue.maximum)}.`;
    case 'invalid_value':
      return `${name} must be ${oneOf(issue.values)}.`;
    case 'invalid_union':
      return `${name} ${'options' in issue && issue.options ? `must be ${oneOf(issue.options)}` : 'is not valid'}.`;
    default:
      return `${name} ${/^(must|is)\b/.test(issue.message) ? issue.message : 'is not valid'}.`;
  }
}

function nameOf(path: readonly PropertyKey[]): string | undefined {
  const last = path.at(-1);
  if (last === undefined) return undefined;
  return typeof last === 'number' ? `Item ${last + 1} of "${String(path.at(-2) ?? '')}"` : `"${String(last)}"`;
}

function article(expected: string): string {
  const names: Record<string, string> = {
    int: 'a whole number',
    object: 'an object',
    record: 'an object',
    array: 'a list',
    boolean: 'true or false',
    string: 'text',
    number: 'a number',
  };
  return names[expected] ?? `a ${expected}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isFinite(value) ? `the number ${value}` : 'a number that is not finite';
  if (typeof value === 'boolean') return String(value);
  return article(typeof value);
}

function sizeVerb(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be';
}

function unitOf(origin: string, count: number | bigint): string {
  const plural = Number(count) === 1 ? '' : 's';
  if (origin === 'string') return ` character${plural}`;
  return origin === 'array' ? ` item${plural}` : '';
}

function oneOf(values: readonly unknown[]): string {
  const quoted = values.map((value) => JSON.stringify(value));
  return quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}` : String(quoted[0]);
}
