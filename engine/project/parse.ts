import { allTrimProblems, anchorProblems, duplicateIds, timeOrderProblems } from './crossFieldProblems.ts';
import { hostileProblems, jsonTextProblem, lengthProblems } from './guard.ts';
import { problemsOf } from './issues.ts';
import { MAX_PROJECT_BYTES } from './limits.ts';
import { normalizeProject } from './normalizeProject.ts';
import { type Problem, problem, projectTooLarge } from './problems.ts';
import { type Project, project as projectSchema } from './project.ts';

/** Result of parsing: the project with all defaults, or all problems. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/**
 * Validates a project: takes any value and returns a typed Project or all its problems. `readWritten` describes the
 * alternative forms that are accepted besides the schema. Drops unknown fields and fills in defaults. Never throws.
 */
export function parseProject(written: unknown): Parsed<Project> {
  const hostile = hostileProblems(written);
  if (hostile.length > 0) return { ok: false, problems: hostile };
  const long = lengthProblems(written);
  if (long.length > 0) return { ok: false, problems: long };
  const value = normalizeProject(written);
  const result = projectSchema.safeParse(value, { reportInput: true });
  const problems = [
    ...(result.success ? [] : problemsOf(result.error)),
    ...duplicateIds(value),
    ...timeOrderProblems(value),
    ...anchorProblems(value),
    ...allTrimProblems(value),
  ];
  return result.success && problems.length === 0 ? { ok: true, value: result.data } : { ok: false, problems };
}

/** Parses the text of a project file. Rejects a text over 8 MB without reading it. Never throws. */
export function parseProjectText(text: string): Parsed<Project> {
  const read = readProjectJson(text);
  return read.ok ? parseProject(read.value) : read;
}

/** Reads the JSON of a project file, for parseProject. Rejects a text over 8 MB without reading it. Never throws. */
export function readProjectJson(text: string): Parsed<unknown> {
  if (text.length > MAX_PROJECT_BYTES) return { ok: false, problems: [projectTooLarge()] };
  const unfit = jsonTextProblem(text);
  if (unfit) return { ok: false, problems: [unfit] };
  try {
    // Some editors write a byte order mark, which JSON.parse rejects.
    return { ok: true, value: JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) };
  } catch (error) {
    return { ok: false, problems: [problem('json.syntax', [], `This is not JSON: ${(error as Error).message}.`)] };
  }
}
