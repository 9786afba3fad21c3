import type { History } from '../../../engine/edit/history.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Project } from '../../../engine/project/project.ts';
import { openDatabase, type SerializedHistory } from '../store/database.ts';
import { takeLastSteps } from './historyStore.ts';
import { parseHistory } from './readStored.ts';
import { mediaPathsOf } from './saved.ts';
import { serializeHistory } from './storeHistory.ts';

// Undo histories in the database, for visits after this tab is closed. Every visit of a project writes a history of its
// own and holds a lock of the same name; histories without a lock are of visits that have ended.

/** Most characters of one history. */
const MAX_LETTERS = 4_000_000;
/** Histories are retained for this many projects, those saved last. */
const MAX_PROJECTS = 20;

/** The history of one visit of a project. */
export interface Visit {
  readonly projectId: string;
  /**
   * Takes over the history of an earlier visit if it ended at exactly this project, in the database or, if the tab was
   * closed within a second of the last change, in localStorage. Deletes the others: to undo their steps would revert
   * what was changed since.
   */
  claim(opened: Project): Promise<History<Project> | undefined>;
  /** Stores the history in place of the last one. Rejects if the browser has no room. */
  store(history: History<Project>): Promise<void>;
  /** Ends the visit: later visits may take the history over. */
  end(): void;
}

/** Starts a visit of a project. */
export function startVisit(projectId: string): Visit {
  const id = `${projectId}:${newId()}`;
  const end = holdLock(lockOf(id));
  let isStored = false;
  return {
    projectId,
    end,
    async claim(opened) {
      const found = await claimEnded({ id, projectId }, opened);
      isStored ||= found !== undefined;
      return found;
    },
    async store(history) {
      const database = await openDatabase();
      if (!database) return;
      const isEmpty = history.past.length + history.future.length === 0;
      if (isEmpty && !isStored) return;
      isStored = !isEmpty;
      // The last write of a closing page must not wait for the disk.
      const change = database.transaction('histories', 'readwrite', { durability: 'relaxed' });
      if (isEmpty) void change.store.delete(id);
      else {
        const serialized = serializeHistory(projectId, history, MAX_LETTERS);
        void change.store.put({ ...serialized, id, mediaUrls: pathsOf(history) });
      }
      change.commit();
      await change.done;
    },
  };
}

/** Media paths of a project; projects are immutable. */
const paths = new WeakMap<Project, string[]>();

function pathsOf({ past, present, future }: History<Project>): string[] {
  const all = new Set<string>();
  for (const project of [...past, present, ...future]) {
    const known = paths.get(project) ?? mediaPathsOf(project);
    paths.set(project, known);
    for (const path of known) all.add(path);
  }
  return [...all];
}

async function claimEnded(
  { id, projectId }: { id: string; projectId: string },
  opened: Project,
): Promise<History<Project> | undefined> {
  const [database, held] = [await openDatabase(), await heldLocks()];
  // Without locks, a history may be of a visit in another tab.
  if (!database || !held) return undefined;
  const change = database.transaction('histories', 'readwrite');
  const keys = await change.store.getAllKeys(IDBKeyRange.bound(`${projectId}:`, `${projectId};`));
  const ended = keys.filter((key) => !held.has(lockOf(key)));
  let longest: { history: History<Project>; stored: SerializedHistory } | undefined;
  const offer = (stored: SerializedHistory | undefined): void => {
    const history = stored && parseHistory(stored, opened);
    if (!stored || history?.present !== opened || history.past.length < (longest?.history.past.length ?? 0)) return;
    longest = { history, stored };
  };
  for (const key of ended) {
    offer(await change.store.get(key));
    await change.store.delete(key);
  }
  offer(takeLastSteps(projectId));
  // Its media must never be without a history that names them.
  if (longest) await change.store.put({ ...longest.stored, id, mediaUrls: pathsOf(longest.history) });
  await change.done;
  return longest?.history;
}

/** Deletes histories of ended visits, except those of the projects saved last. */
export async function sweepHistories(): Promise<void> {
  const [database, held] = [await openDatabase(), await heldLocks()];
  if (!database) return;
  const change = database.transaction(['heads', 'histories'], 'readwrite');
  const heads = await change.objectStore('heads').getAll();
  const recent = heads.sort((a, b) => b.savedAt - a.savedAt).slice(0, MAX_PROJECTS);
  const retained = new Set(recent.map(({ id }) => id));
  const histories = change.objectStore('histories');
  for (const key of await histories.getAllKeys())
    if (!retained.has(key.slice(0, key.lastIndexOf(':'))) && !held?.has(lockOf(key))) await histories.delete(key);
  await change.done;
}

function lockOf(id: string): string {
  return `cutroom-history-${id}`;
}

/** Holds a lock of this page. @returns a function that releases it. */
function holdLock(name: string): () => void {
  let release = () => {};
  const ended = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(name, () => ended).catch(() => undefined);
  return release;
}

/** The names of the locks that pages hold; undefined if the browser has no locks. */
async function heldLocks(): Promise<Set<string | undefined> | undefined> {
  const state = await navigator.locks?.query();
  return state && new Set([...(state.held ?? []), ...(state.pending ?? [])].map(({ name }) => name));
}
