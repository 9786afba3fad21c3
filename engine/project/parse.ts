import { duplicateIds, timesOf, trimsOf } from './cross.ts';
import { hostileProblems, jsonTextProblem, lengthProblems } from './guard.ts';
import { problemsOf } from './issues.ts';
import { MAX_PROJECT_BYTES } from './limits.ts';
import { type Problem, problem, projectTooLarge } from './problems.ts';
import { type Project, project as projectSchema } from './project.ts';
import { readWritten } from './written.ts';

/** What parsing gives: the project with every default filled in, or every problem there is. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/**
 * The one border check of a project: unknown value in, typed Project or all its problems out.
 * What it accepts beside the schema says `readWritten`. Unknown fields are kept out, missing ones get the specification's defaults. Never throws.
 */
export function parseProject(written: unknown): Parsed<Project> {
  const hostile = hostileProblems(written);
  if (hostile.length > 0) return { ok: false, problems: hostile };
  const long = lengthProblems(written);
  if (long.length > 0) return { ok: false, problems: long };
  const value = readWritten(written);
  const result = projectSchema.safeParse(value, { reportInput: true });
  const problems = [
    ...(result.success ? [] : problemsOf(result.error)),
    ...duplicateIds(value),
    ...timesOf(value),
    ...trimsOf(value),
  ];
  return result.success && problems.length === 0 ? { ok: true, value: result.data } : { ok: false, problems };
}

/** Parses the text of a project file. A text over 8 MB is refused unread. Never throws. */
export function parseProjectText(text: string): Parsed<Project> {
  if (text.length > MAX_PROJECT_BYTES) {
    return { ok: false, problems: [projectTooLarge()] };
  }
  const unfit = jsonTextProblem(text);
  if (unfit) return { ok: false, problems: [unfit] };
  let value: unknown;
  try {
    // Some editors put a byte order mark first, which JSON does not know.
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    return { ok: false, problems: [problem('json.syntax', [], `This is not JSON: ${(error as Error).message}.`)] };
  }
  return parseProject(value);
}
