import { hostileProblems } from './guard.ts';
import { problemsOf } from './issues.ts';
import { MAX_PROJECT_BYTES, MIN_TRIM_SECONDS } from './limits.ts';
import { messages } from './messages.ts';
import { type Problem, problem } from './problems.ts';
import { type Project, project as projectSchema } from './project.ts';

/** What parsing gives: the project with every default filled in, or every problem there is. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/**
 * The one border check of a project: unknown value in, typed Project or all its problems out.
 * Unknown fields are kept out, missing ones get the specification's defaults. Never throws.
 */
export function parseProject(value: unknown): Parsed<Project> {
  const hostile = hostileProblems(value);
  if (hostile.length > 0) return { ok: false, problems: hostile };
  const result = projectSchema.safeParse(value, { reportInput: true, jitless: true });
  if (!result.success) return { ok: false, problems: problemsOf(result.error) };
  const problems = [...duplicateIds(result.data), ...trims(result.data)];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: result.data };
}

/** Parses the text of a project file. A text over 8 MB is refused unread. Never throws. */
export function parseProjectText(text: string): Parsed<Project> {
  if (text.length > MAX_PROJECT_BYTES) {
    return { ok: false, problems: [problem('json.size', [], 'A project file can be at most 8 MB.')] };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problems: [problem('json.syntax', [], `This is not JSON: ${(error as Error).message}.`)] };
  }
  return parseProject(value);
}

function duplicateIds(project: Project): Problem[] {
  const found: Problem[] = [];
  const scenes = new Set<string>();
  const layers = new Set<string>();
  project.scenes.forEach((scene, s) => {
    if (scenes.has(scene.id)) found.push(problem('id.duplicate', ['scenes', s, 'id'], `Another scene has the id "${scene.id}" already.`));
    scenes.add(scene.id);
    scene.layers.forEach((layer, l) => {
      if (layers.has(layer.id)) {
        found.push(problem('id.duplicate', ['scenes', s, 'layers', l, 'id'], `Another layer has the id "${layer.id}" already.`));
      }
      layers.add(layer.id);
    });
  });
  return found;
}

function trims(project: Project): Problem[] {
  const found: Problem[] = [];
  project.scenes.forEach((scene, s) => {
    scene.layers.forEach((layer, l) => {
      if (layer.type !== 'video' || !layer.isTrimmed) return;
      found.push(...trimProblems(layer.startTime, layer.endTime ?? layer.duration, ['scenes', s, 'layers', l, 'endTime'], 'video'));
    });
  });
  const { audio } = project;
  if (audio?.isTrimmed) {
    found.push(...trimProblems(audio.trimStartTime, audio.trimEndTime ?? audio.duration, ['audio', 'trimEndTime'], 'audio'));
  }
  return found;
}

/**
 * What is wrong with a trim (studio spec §5): the start must lie before the end, the span last a second at least.
 * @param start seconds. @param end seconds; undefined (not known yet) has no problem.
 */
export function trimProblems(start: number, end: number | undefined, path: readonly PropertyKey[], kind: 'video' | 'audio'): Problem[] {
  if (end === undefined) return [];
  if (start >= end) return [problem('trim.order', path, messages.trimOrder)];
  // A span of 2.2 to 3.2 is a second long for a person, 0.9999999999999996 for the machine.
  if (end - start < MIN_TRIM_SECONDS - 1e-6) {
    return [problem('trim.short', path, kind === 'video' ? messages.trimTooShort : messages.audioTrimTooShort)];
  }
  return [];
}
