import { baseOf } from './bases.ts';
import { createListSaver, type ListSaverOptions, type OpenWork } from './listSaver.ts';
import { watchSaved } from './savedChanges.ts';
import { nextTime, type StoredState, writeState } from './stateStore.ts';

/** Maximum delay between a change and storing the state, in milliseconds. */
const STATE_MS = 300;

/** Saves the open project while a person works. */
export interface Autosave {
  /** To be called after every change of the project or of the place in it. */
  changed(): void;
  /** Stores pending changes now. @returns whether the list of saved projects contains them too. */
  flush(): Promise<boolean>;
  /** Stops autosaving, without a last save. */
  stop(): void;
}

/**
 * Starts autosaving: stores the state under the key `state` within 300 ms of a change and in the list of saved projects
 * within a second; both at once when the page is hidden or closed. Merges what other pages save of the open project.
 */
export function createAutosave(options: ListSaverOptions): Autosave {
  const list = createListSaver(options);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = options.read();
  let savedAt = nextTime();
  const write = (): void => {
    const work = options.read();
    const isOther = work?.project !== last?.project;
    // A tab without changes must not overwrite newer work of another tab with its older work.
    const isChanged = timer !== undefined || isOther;
    clearTimeout(timer);
    timer = undefined;
    if (!work || !isChanged) return;
    if (isOther) savedAt = nextTime();
    // Another page may have changed the project while it was opening.
    if (work.projectId !== last?.projectId) list.check();
    last = work;
    const { kept, isAside } = writeState(stateOf(work, savedAt));
    const isStored = kept === 'whole';
    list.wants({ work, isStored, savedAt });
    if (isAside) list.saveAsideSoon();
    if (!isStored) void list.now();
  };
  const flush = (): Promise<boolean> => {
    write();
    return list.now();
  };
  const ends = [
    listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'hidden') void flush();
      else list.check();
    }),
    listen(globalThis, 'pagehide', () => void flush()),
    // A page restored from sleep or the back/forward cache missed messages.
    listen(globalThis, 'pageshow', list.check),
    listen(globalThis, 'focus', list.check),
    watchSaved(({ id, what }) => {
      if (what === 'saved' && id === options.read()?.projectId) list.check();
    }),
  ];
  // After a crash, the state may be a second newer than the list.
  if (last) list.wants({ work: last, isStored: true, savedAt });
  return {
    // Counted from the first change, so that continuous editing does not postpone saving.
    changed: () => {
      timer ??= setTimeout(write, STATE_MS);
    },
    flush,
    stop: () => {
      clearTimeout(timer);
      list.stop();
      for (const end of ends) end();
    },
  };
}

function stateOf({ project, place, projectId }: OpenWork, savedAt: number): StoredState {
  const base = baseOf(projectId);
  return {
    ...{ ...project, ...place, projectId, savedAt, stateVersion: 1 },
    ...(base ? { revision: base.revision } : {}),
  };
}

function listen(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
