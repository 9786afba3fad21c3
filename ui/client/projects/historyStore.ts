import { type History, mapHistory } from '../../../engine/edit/history.ts';
import { mergeProjects } from '../../../engine/edit/mergeProjects.ts';
import { parseStored } from '../../../engine/project/migrate.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { ownName } from '../page/owner.ts';

// Undo steps survive a reload and a change of language. They are written to sessionStorage when the page unloads and
// removed when the next one loads. Other tabs cannot read them.

const KEY = ownName('history');

/** Limits: steps in each direction, and characters in total. The steps nearest to the present are stored. */
const MAX_STEPS = 100;
const MAX_LETTERS = 1_500_000;

/** A history in serialized form. Projects refer to shared scenes by their index in `scenes`. */
interface StoredHistory {
  projectId: string;
  scenes: string[];
  past: StoredStep[];
  present: StoredStep;
  future: StoredStep[];
}

interface StoredStep {
  /** The project without its scenes, as JSON. */
  frame: string;
  scenes: number[];
}

/** Stores the undo steps of the open project on unload. If storage is full or forbidden, they are lost. */
export function storeHistory(projectId: string, { past, present, future }: History<Project>): void {
  const places = new Map<Scene, number>();
  const scenes: string[] = [];
  let letters = 0;
  const placeOf = (scene: Scene): number => {
    const known = places.get(scene);
    if (known !== undefined) return known;
    const text = JSON.stringify(scene);
    letters += text.length;
    places.set(scene, scenes.length);
    return scenes.push(text) - 1;
  };
  const stored = (project: Project): StoredStep => {
    const frame = JSON.stringify({ ...project, scenes: [] });
    letters += frame.length;
    return { frame, scenes: project.scenes.map(placeOf) };
  };
  const now = stored(present);
  const nearest = (projects: readonly Project[]): StoredStep[] => {
    const steps: StoredStep[] = [];
    for (const project of projects.slice(0, MAX_STEPS)) {
      const step = stored(project);
      if (letters > MAX_LETTERS) break;
      steps.push(step);
    }
    return steps;
  };
  const back = nearest(past.toReversed()).toReversed();
  const value: StoredHistory = { projectId, scenes, past: back, present: now, future: nearest(future) };
  try {
    if (past.length + future.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // Storage is forbidden or full. The project itself is stored elsewhere.
  }
}

/**
 * Takes the stored undo steps and joins them to the project as it is opened now. They can be read only once. Steps that
 * cannot be parsed, such as those of another release, are dropped together with all beyond them.
 * @returns undefined if there are none for this project.
 */
export function claimHistory(projectId: string, opened: Project): History<Project> | undefined {
  const stored = readStored();
  if (stored?.projectId !== projectId) return undefined;
  const scenes: (Scene | undefined)[] = [];
  const parse = ({ frame, scenes: places }: StoredStep): Project | undefined => {
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
    const history = { past, present: isSame ? opened : present, future: untilUnreadable(stored.future, parse) };
    // Another tab has changed the project since: undo must not revert those changes.
    return isSame ? history : mapHistory(history, (project) => mergeProjects(present, project, opened).project);
  } catch {
    return undefined;
  }
}

function untilUnreadable(steps: readonly StoredStep[], parse: (step: StoredStep) => Project | undefined): Project[] {
  const projects: Project[] = [];
  for (const step of steps) {
    const project = parse(step);
    if (!project) break;
    projects.push(project);
  }
  return projects;
}

function readStored(): StoredHistory | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    // A duplicated tab starts with a copy of this tab's storage.
    sessionStorage.removeItem(KEY);
    return text === null ? undefined : (JSON.parse(text) as StoredHistory);
  } catch {
    return undefined;
  }
}
