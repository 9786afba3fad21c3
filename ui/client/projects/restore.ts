import type { Unreadable } from '../../../engine/project/migrate.ts';
import type { SavedBase } from './bases.ts';
import type { Restored } from './readStored.ts';
import { loadSaved } from './saved.ts';
import { isBlank, saveProject } from './saveProject.ts';
import {
  adoptStateText,
  forgetAside,
  listAside,
  readTexts,
  type StoredState,
  setAsideUnreadable,
} from './stateStore.ts';
import { projectOf, stateOf } from './storedState.ts';

/** Id of the element with a state that the server embedded. */
const PRELOADED = 'preloaded-state';

/**
 * Restores the state of an earlier visit: data that the server embedded in the page (`<script type="application/json"
 * id="preloaded-state">`, once), else this tab's own state after a reload, else the browser's under the key `state`. An
 * unreadable state is set aside for download, so that nothing overwrites it.
 * @returns undefined if there is none. @throws Error if the code that reads it does not load.
 */
export async function restoreState(): Promise<Restored | undefined> {
  return (await chooseState(readTexts()))?.found;
}

/** Returns the result of restoreState and the text it was read from. */
async function chooseState({
  shared,
  own,
}: ReturnType<typeof readTexts>): Promise<{ found: Restored; text: string } | undefined> {
  if ((shared ?? own) === undefined && !document.getElementById(PRELOADED)) return undefined;
  const { parseState } = await import('./readStored.ts');
  const preloaded = readPreloaded();
  if (preloaded !== undefined) return { found: parseState(preloaded), text: preloaded };
  const latest = shared === undefined ? undefined : { found: parseState(shared), text: shared };
  const mine = own === undefined ? undefined : { found: parseState(own), text: own };
  if (latest?.found.ok === false) setAsideUnreadable(latest.text);
  // The other tab's project is in the list; this tab continues with its own.
  if (mine && mine.found.ok !== false && (!latest || latest.found.ok === false || isOthers(latest.found, mine.found)))
    return mine;
  return latest;
}

/** State to open at the start, and its base in the list. */
export interface RestoredStudio {
  ok: true;
  state: StoredState;
  /** Saved version of the project; absent if it is not in the list. */
  base?: SavedBase;
}

/**
 * Like restoreState, but first saves everything to the list that this and other pages could not save any more, and then
 * opens the project as it is in the list.
 * @throws Error if the code that reads it does not load.
 */
export async function restoreStudio(): Promise<RestoredStudio | Unreadable | undefined> {
  const texts = readTexts();
  const { shared, own } = texts;
  const chosen = await chooseState(texts);
  const isListed = new Map<string | undefined, boolean>();
  for (const text of new Set([shared, own])) isListed.set(text, text === undefined || (await isTakenIn(text)));
  await saveAsideStates().catch(() => undefined);
  if (shared !== undefined && (isListed.get(shared) || chosen?.text === shared)) adoptStateText(shared);
  const found = chosen?.found;
  if (found === undefined || found.ok === false) return found;
  const { projectId, savedAt } = idAndTime(found);
  const asItIs = found.ok === true ? { ok: true as const, state: found.state } : undefined;
  // A state without a time was put there by hand, to be opened as it is.
  if (asItIs && (savedAt === 0 || !isListed.get(chosen?.text))) return asItIs;
  const loaded = await loadSaved(projectId);
  if (!loaded.ok) return asItIs ?? loaded;
  return { ok: true, state: stateOf(loaded.value, { ...asItIs?.state, projectId, savedAt }), base: loaded.base };
}

function isTakenIn(text: string): Promise<boolean> {
  return saveStateText(text).then(
    () => true,
    () => false,
  );
}

/** Saves the states that other pages left behind to the list. @throws Error if the browser stores nothing. */
export async function saveAsideStates(): Promise<void> {
  for (const aside of listAside()) {
    await saveStateText(aside.text);
    forgetAside(aside);
  }
}

/** Saves a stored state to the list, merged with the version there. Does nothing if the list contains it already. */
export async function saveStateText(text: string): Promise<void> {
  const { parseState } = await import('./readStored.ts');
  const found = parseState(text);
  if (found.ok !== true || found.state.savedAt === 0) return;
  const { projectId: id, savedAt, revision, writer } = found.state;
  const project = projectOf(found.state);
  await saveProject({
    ...{ id, project, savedAt, create: !isBlank(project), unlessListed: true },
    ...(revision === undefined ? {} : { base: { revision } }),
    ...(writer === undefined ? {} : { writer }),
  });
}

function isOthers(latest: Exclude<Restored, Unreadable>, mine: Exclude<Restored, Unreadable>): boolean {
  const [theirs, own] = [idAndTime(latest), idAndTime(mine)];
  // A state without a time was written by hand or by an older version: it is meant to be opened.
  if (theirs.savedAt === 0) return false;
  return theirs.projectId !== own.projectId || own.savedAt > theirs.savedAt;
}

function idAndTime(found: Exclude<Restored, Unreadable>): { projectId: string; savedAt: number } {
  return found.ok === true ? found.state : found;
}

function readPreloaded(): string | undefined {
  const element = document.getElementById(PRELOADED);
  // Later changes are newer than the server's data.
  element?.remove();
  return element?.textContent?.trim() || undefined;
}
