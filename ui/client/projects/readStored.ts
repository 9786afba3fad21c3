import type { History } from '../../../engine/edit/history.ts';
import { hostileProblems } from '../../../engine/project/guard.ts';
import { parseStored, type Unreadable } from '../../../engine/project/migrate.ts';
import { problem } from '../../../engine/project/problems.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { withoutSpecState } from '../../../engine/timeline/specState.ts';
import type { SerializedHistory, SerializedStep } from '../store/database.ts';
import type { StoredState } from './stateStore.ts';
import { stateOf, timeOf } from './storedState.ts';

// Reading brings the schemas along, a sixth of all code of the first screen. An empty Studio loads without it: modules of
// the first screen import this one when they have something to read.

/**
 * State of an earlier visit. 'saved': local storage was full, so the project was saved in the list of projects under
 * `projectId`; restoreStudio loads it.
 */
export type Restored =
  | { ok: true; state: StoredState }
  | { ok: 'saved'; projectId: string; savedAt: number }
  | Unreadable;

/** Parses the text of a state of any version, or of a bare project. Never throws. */
export function parseState(text: string): Restored {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = `The saved data is not JSON: ${(error as Error).message}.`;
    return { ok: false, problems: [problem('json.syntax', [], message)], text };
  }
  const hostile = hostileProblems(value);
  if (hostile.length > 0) return { ok: false, problems: hostile, text };
  const hasFields = typeof value === 'object' && value !== null && !Array.isArray(value);
  const fields = hasFields ? (value as Record<string, unknown>) : {};
  if (typeof fields.stateVersion === 'number' && fields.stateVersion > 1) {
    const message = 'This was saved by a newer version of Cutroom.';
    return { ok: false, problems: [problem('choice', ['stateVersion'], message)], text };
  }
  if (fields.scenes === undefined && typeof fields.projectId === 'string') {
    return { ok: 'saved', projectId: fields.projectId, savedAt: timeOf(fields.savedAt) };
  }
  const parsed = parseStored(hasFields ? withoutSpecState(fields) : value);
  return parsed.ok ? { ok: true, state: stateOf(parsed.value, fields) } : { ...parsed, text };
}

/** Parses the JSON text of a project of any version. Never throws. */
export function parseBody(body: string): { ok: true; value: Project } | Unreadable {
  try {
    const parsed = parseStored(JSON.parse(body));
    return parsed.ok ? parsed : { ...parsed, text: body };
  } catch {
    return unreadable('The saved project is damaged.', body);
  }
}

/**
 * Parses a stored history. Steps that cannot be parsed, such as those of another release, are dropped together with all
 * beyond them.
 * @returns its `present` is `opened` itself if both have the same content; undefined if it cannot be parsed.
 */
export function parseHistory(stored: SerializedHistory, opened: Project): History<Project> | undefined {
  const scenes: (Scene | undefined)[] = [];
  const parse = ({ frame, scenes: places }: SerializedStep): Project | undefined => {
    const texts = places.map((place) => stored.scenes[place]);
    const parsed = parseStored({ ...JSON.parse(frame), scenes: texts.map((text) => JSON.parse(text ?? '')) });
    if (!parsed.ok) return undefined;
    // Steps share the scenes that did not change between them, as before they were stored.
    const shared = parsed.value.scenes.map((scene, index) => {
      const place = places[index] as number;
      scenes[place] ??= scene;
      return scenes[place];
    });
    return { ...parsed.value, scenes: shared };
  };
  try {
    const present = parse(stored.present);
    if (!present) return undefined;
    const isSame = JSON.stringify(present) === JSON.stringify(opened);
    if (isSame) for (const [index, place] of stored.present.scenes.entries()) scenes[place] = opened.scenes[index];
    const past = untilUnreadable(stored.past.toReversed(), parse).toReversed();
    return { past, present: isSame ? opened : present, future: untilUnreadable(stored.future, parse) };
  } catch {
    return undefined;
  }
}

function untilUnreadable(
  steps: readonly SerializedStep[],
  parse: (step: SerializedStep) => Project | undefined,
): Project[] {
  const projects: Project[] = [];
  for (const step of steps) {
    const project = parse(step);
    if (!project) break;
    projects.push(project);
  }
  return projects;
}

/** Returns the problem of a project that is not in the list any more. */
export function lostProject(): Unreadable {
  return unreadable('This browser no longer has this project.', '');
}

function unreadable(message: string, text: string): Unreadable {
  return { ok: false, problems: [problem('file.unreadable', [], message)], text };
}
