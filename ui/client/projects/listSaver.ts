import type { Project } from '../../../engine/project/project.ts';
import { baseOf, type SavedBase, setBase } from './bases.ts';
import { saveAsideStates } from './restore.ts';
import { headOf, loadSaved, saveThumbnail } from './saved.ts';
import { isBlank, saveProject } from './saveProject.ts';
import { nextTime, type StudioPlace, writer } from './stateStore.ts';
import { pinCurrentVersion } from './versions.ts';

/** Minimum interval between writes of the list of saved projects, in milliseconds. */
const LIST_MS = 1000;
/** Time for a page to add its own work to the list before another page does it, in milliseconds. */
const ASIDE_MS = 2500;
/** Minimum interval between sweeps of old versions, in milliseconds. */
const THIN_MS = 60_000;

/** Shown when a project cannot be stored anywhere. */
export const KEPT_NOWHERE = 'Your work cannot be saved in this browser. Export the project so that nothing is lost.';

/** The open project. */
export interface OpenWork {
  projectId: string;
  project: Project;
  place: StudioPlace;
}

/** Work to be saved to the list. */
interface ScheduledSave {
  work: OpenWork;
  /** Whether it is also stored elsewhere. */
  isStored: boolean;
  savedAt: number;
}

/** Callbacks of the list saver. */
export interface ListSaverOptions {
  /** Returns the open project; undefined if there is nothing to save. */
  read: () => OpenWork | undefined;
  /** Renders a thumbnail of a project for the list. */
  thumbnail?: MakeThumbnail;
  /** Called when all work so far is stored: closing the page would lose nothing. */
  onKept?: () => void;
  /** Called with a message when work cannot be stored anywhere; with '' when it can again. */
  onTrouble?: (sentence: string) => void;
  /**
   * Replaces the open project by a newer version from another page, merged with local changes since their common
   * ancestor.
   * @returns whether both changed the same values; undefined if the project is not open.
   */
  adopt?: (projectId: string, newer: Project, since: Project) => Promise<{ isConflict: boolean } | undefined>;
  /** Called when another page changed the same values. The overridden work is among the versions. */
  onConflict?: () => void;
}

/** Saves work to the list of saved projects, and merges the changes of other pages. */
export interface ListSaver {
  /** Schedules work to be in the list within a second. */
  wants(save: ScheduledSave): void;
  /** Saves all scheduled work now. @returns whether all of it is in the list. */
  now(): Promise<boolean>;
  /** Merges what other pages have saved of the open project. */
  check(): void;
  /** Adds work that other pages left unsaved to the list, after a delay. */
  saveAsideSoon(): void;
  /** Cancels scheduled work; a running `now` continues. */
  stop(): void;
}

/** Creates a list saver. It runs one write at a time, always writes the newest work, and skips unchanged work. */
export function createListSaver(options: ListSaverOptions): ListSaver {
  /** By project id, because another project may have been opened meanwhile. */
  const scheduled = new Map<string, ScheduledSave>();
  let running = Promise.resolve(true);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const tellTrouble = createTrouble(options.onTrouble);
  const taker = createTaker(options);
  const saveOne = createSaveOne(options, taker);

  const saveAll = async (): Promise<boolean> => {
    let isAllStored = true;
    let isAllListed = true;
    for (const [id, { work, isStored, savedAt }] of [...scheduled]) {
      scheduled.delete(id);
      const open = options.read();
      // The base may have advanced since the work was scheduled: saving the older work would revert that.
      const isSaved = await succeeds(saveOne(open?.projectId === id ? open : work, savedAt));
      isAllStored &&= isSaved || isStored;
      isAllListed &&= isSaved;
    }
    tellTrouble(!isAllStored);
    if (isAllStored && scheduled.size === 0) options.onKept?.();
    return isAllListed;
  };
  const now = (): Promise<boolean> => {
    stopTimer('save');
    running = running.then((before) => (scheduled.size > 0 ? saveAll() : before));
    return running;
  };
  const check = (): void => {
    running = running.then(async (before) => {
      await succeeds(adoptIfNewer(options, taker, saveOne));
      return before;
    });
  };
  const saveAside = (): void => {
    running = running.then(async (before) => {
      await succeeds(saveAsideStates());
      return before;
    });
  };
  const stopTimer = (name: string) => {
    clearTimeout(timers.get(name));
    timers.delete(name);
  };
  const startTimer = (name: string, run: () => void, ms: number) => {
    if (timers.has(name)) return;
    const end = () => {
      timers.delete(name);
      run();
    };
    timers.set(name, setTimeout(end, ms));
  };
  return {
    now,
    check,
    wants(one) {
      scheduled.set(one.work.projectId, one);
      startTimer('save', () => void now(), LIST_MS);
    },
    saveAsideSoon: () => startTimer('aside', saveAside, ASIDE_MS),
    stop: () => {
      for (const name of [...timers.keys()]) stopTimer(name);
    },
  };
}

type SaveOne = (work: OpenWork, savedAt: number) => Promise<void>;

/** Merges what others have saved, and records the projects in which local changes overrode theirs. */
interface Taker {
  adopt: (projectId: string, newer: SavedBase, since: Project) => Promise<void>;
  /** Ids of projects whose saved version contains something that this page's work lacks. */
  apart: Set<string>;
}

function createTaker(options: ListSaverOptions): Taker {
  const apart = new Set<string>();
  const adoptNewer = async (id: string, newer: SavedBase, since: Project): Promise<void> => {
    const taken = await options.adopt?.(id, newer.project, since);
    // While another project is open, the base of this one's work stays.
    if (!taken) return;
    setBase(id, newer);
    if (!taken.isConflict) return;
    apart.add(id);
    // The page may close before it saves, and the overridden version must survive sweeps.
    await pinCurrentVersion(id).catch(() => undefined);
  };
  return { adopt: adoptNewer, apart };
}

function createSaveOne(options: ListSaverOptions, { adopt, apart }: Taker): SaveOne {
  const picture = createThumbnailSaver(options.thumbnail);
  let thinnedAt = Date.now();
  return async ({ projectId: id, project }, savedAt) => {
    const base = baseOf(id);
    if (base?.project === project) return;
    const isApart = apart.delete(id);
    const request = { id, project, savedAt, writer, create: !isBlank(project), isApart };
    const answer = await saveProject({ ...request, ...(base ? { base } : {}) });
    if (!answer) return;
    const saved: SavedBase = { revision: answer.head.revision, project: answer.project };
    if (answer.project === project) setBase(id, saved);
    else await adopt(id, saved, project);
    if (answer.isConflict || isApart) options.onConflict?.();
    picture(id, answer.project);
    if (Date.now() - thinnedAt < THIN_MS) return;
    thinnedAt = Date.now();
    await succeeds(import('./sweepVersions.ts').then(({ sweepVersions }) => sweepVersions()));
  };
}

async function adoptIfNewer(options: ListSaverOptions, { adopt }: Taker, saveOne: SaveOne): Promise<void> {
  const work = options.read();
  const base = work && baseOf(work.projectId);
  if (!base) return;
  const head = await headOf(work.projectId);
  if (!head || head.revision === base.revision) return;
  // Saving merges local changes.
  if (work.project !== base.project) return saveOne(work, nextTime());
  const loaded = await loadSaved(work.projectId);
  if (loaded.ok) await adopt(work.projectId, loaded.base, base.project);
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** Reports trouble when it begins and when it ends. */
function createTrouble(onTrouble: ListSaverOptions['onTrouble']): (isTrouble: boolean) => void {
  let troubled = false;
  return (isTrouble) => {
    if (troubled === isTrouble) return;
    troubled = isTrouble;
    onTrouble?.(isTrouble ? KEPT_NOWHERE : '');
  };
}

/** Minimum interval between thumbnails of the same project, in milliseconds. */
const THUMBNAIL_MS = 10_000;

/** Renders a thumbnail of a project; undefined if not possible now. */
type MakeThumbnail = (project: Project) => Promise<Blob | undefined>;

/**
 * Creates thumbnails in the background, so that saving never waits: one at a time and at long intervals. A different
 * project gets its first one at once.
 */
function createThumbnailSaver(thumbnail?: MakeThumbnail): (id: string, project: Project) => void {
  let next: { id: string; project: Project } | undefined;
  let isBusy = false;
  let lastId: string | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const make = async ({ id, project }: NonNullable<typeof next>): Promise<void> => {
    try {
      const made = await thumbnail?.(project);
      if (made) await saveThumbnail(id, made);
    } catch {
      // The previous thumbnail stays.
    }
  };
  const makeNext = async (): Promise<void> => {
    if (!next || isBusy || (pause !== undefined && next.id === lastId)) return;
    clearTimeout(pause);
    isBusy = true;
    const work = next;
    next = undefined;
    lastId = work.id;
    await make(work);
    isBusy = false;
    pause = setTimeout(() => {
      pause = undefined;
      void makeNext();
    }, THUMBNAIL_MS);
    void makeNext();
  };
  return (id, project) => {
    next = { id, project };
    void makeNext();
  };
}
