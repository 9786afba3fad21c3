import type { History } from '../../../engine/edit/history.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import type { SerializedHistory, SerializedStep } from '../store/database.ts';
import { HISTORY_KEY, type HistoryPlace } from './historyStore.ts';

/** Most steps stored in each direction; those nearest to the present. */
const MAX_STEPS = 100;
/** Most characters in each storage. localStorage holds the open project too, which needs its room. */
const MAX_LETTERS = { sessionStorage: 1_500_000, localStorage: 500_000 };

/** The JSON of scenes, and of projects without scenes. Both are immutable, so that each is serialized only once. */
const texts = new WeakMap<Scene | Project, string>();

function textOf(part: Scene | Project, value: unknown): string {
  const text = texts.get(part) ?? JSON.stringify(value);
  texts.set(part, text);
  return text;
}

/** Serializes a history: of the steps nearest to the present, as many as `maxLetters` characters hold. */
export function serializeHistory(
  projectId: string,
  { past, present, future }: History<Project>,
  maxLetters: number,
): SerializedHistory {
  const places = new Map<Scene, number>();
  const scenes: string[] = [];
  let letters = 0;
  const placeOf = (scene: Scene): number => {
    const known = places.get(scene);
    if (known !== undefined) return known;
    const text = textOf(scene, scene);
    letters += text.length;
    places.set(scene, scenes.length);
    return scenes.push(text) - 1;
  };
  const stored = (project: Project): SerializedStep => {
    const frame = textOf(project, { ...project, scenes: [] });
    letters += frame.length;
    return { frame, scenes: project.scenes.map(placeOf) };
  };
  const now = stored(present);
  const nearest = (projects: readonly Project[]): SerializedStep[] => {
    const steps: SerializedStep[] = [];
    for (const project of projects.slice(0, MAX_STEPS)) {
      const step = stored(project);
      if (letters > maxLetters) break;
      steps.push(step);
    }
    return steps;
  };
  const back = nearest(past.toReversed()).toReversed();
  return { projectId, scenes, past: back, present: now, future: nearest(future) };
}

/**
 * Stores the undo steps of the open project on unload. If storage is full or forbidden, they are lost.
 * @param place sessionStorage for a reload of this tab, localStorage for a later visit.
 */
export function storeHistory(place: HistoryPlace, projectId: string, history: History<Project>): void {
  try {
    if (history.past.length + history.future.length === 0) globalThis[place].removeItem(HISTORY_KEY);
    else {
      const serialized = serializeHistory(projectId, history, MAX_LETTERS[place]);
      globalThis[place].setItem(HISTORY_KEY, JSON.stringify(serialized));
    }
  } catch {
    // Storage is forbidden or full. The project itself is stored elsewhere.
  }
}
