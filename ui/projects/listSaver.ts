import type { Project } from '../../engine/project/project.ts';
import { baseOf, type SavedBase, setBase } from './bases.ts';
import { nextTime } from './nextTime.ts';
import { takeInAside } from './restore.ts';
import { headOf, loadSaved } from './saved.ts';
import { isBlank, saveProject } from './saveProject.ts';
import { type StudioPlace, writer } from './stateStore.ts';
import { createThumbnailSaver, type MakeThumbnail } from './thumbnailSaver.ts';
import { pinPresent } from './versions.ts';

/** How often the list of saved projects is written at most, milliseconds. */
const LIST_MS = 1000;
/** How long a page has to bring its own work into the list before another page does it, milliseconds. */
const ASIDE_MS = 2500;
/** How often versions are thinned out at most, milliseconds. */
const THIN_MS = 60_000;

/** Said when a project can be kept nowhere. */
export const KEPT_NOWHERE = 'Your work cannot be saved in this browser. Export the project so that nothing is lost.';

/** What is open now. */
export interface OpenWork {
  projectId: string;
  project: Project;
  place: StudioPlace;
}

/** Work that is to be in the list. */
interface Wanted {
  work: OpenWork;
  /** Whether it is kept elsewhere too. */
  isStored: boolean;
  savedAt: number;
}

/** What saving to the list needs of its surroundings. */
export interface ListSaverOptions {
  /** What is open now; undefined: nothing that is to be kept. */
  read: () => OpenWork | undefined;
  /** Makes a small picture of a project for the list. */
  thumbnail?: MakeThumbnail;
  /** Everything up to now is kept: nothing would be lost if the page went away. */
  onKept?: () => void;
  /** The work can be kept nowhere, in words; '' once it can again. */
  onTrouble?: (sentence: string) => void;
  /**
   * Another page has changed the open project: puts the newer one in its place, with what has changed here since a
   * version that both come from. @returns whether both changed the same things; undefined: the project is not open now.
   */
  take?: (projectId: string, newer: Project, since: Project) => Promise<{ isConflict: boolean } | undefined>;
  /** Another page had changed the same things as this one; what gave way is among the versions. */
  onConflict?: () => void;
}

/** Brings work into the list of saved projects, and what others have brought there to this page. */
export interface ListSaver {
  /** Asks for work to be in the list within a second. */
  wants(wanted: Wanted): void;
  /** Brings what is asked for into the list now. @returns whether all of it is there. */
  now(): Promise<boolean>;
  /** Takes what others have saved of the open project since. */
  check(): void;
  /** Brings what other pages left behind into the list, a little later. */
  takeInSoon(): void;
  /** Asks for nothing more; what `now` has begun goes on to its end. */
  stop(): void;
}

/** Writes the list: one write at a time, always the newest work, none for what is there already. */
export function createListSaver(options: ListSaverOptions): ListSaver {
  /** By project, as another one may have been opened meanwhile. */
  const wanted = new Map<string, Wanted>();
  let running = Promise.resolve(true);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const tellTrouble = createTrouble(options.onTrouble);
  const taker = createTaker(options);
  const saveOne = createSaveOne(options, taker);

  const saveAll = async (): Promise<boolean> => {
    let isAllStored = true;
    let isAllListed = true;
    for (const [id, { work, isStored, savedAt }] of [...wanted]) {
      wanted.delete(id);
      const open = options.read();
      // What the work builds on may have gone on since it was asked for: the work of that time would take that back.
      const isSaved = await succeeds(saveOne(open?.projectId === id ? open : work, savedAt));
      isAllStored &&= isSaved || isStored;
      isAllListed &&= isSaved;
    }
    tellTrouble(!isAllStored);
    if (isAllStored && wanted.size === 0) options.onKept?.();
    return isAllListed;
  };
  const now = (): Promise<boolean> => {
    stopTimer('save');
    running = running.then((before) => (wanted.size > 0 ? saveAll() : before));
    return running;
  };
  const check = (): void => {
    running = running.then(async (before) => {
      await succeeds(takeNewer(options, taker, saveOne));
      return before;
    });
  };
  const takeIn = (): void => {
    running = running.then(async (before) => {
      await succeeds(takeInAside());
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
      wanted.set(one.work.projectId, one);
      startTimer('save', () => void now(), LIST_MS);
    },
    takeInSoon: () => startTimer('aside', takeIn, ASIDE_MS),
    stop: () => {
      for (const name of [...timers.keys()]) stopTimer(name);
    },
  };
}

type SaveOne = (work: OpenWork, savedAt: number) => Promise<void>;

/** Takes what others have saved over, and remembers where that gave way to what was changed here. */
interface Taker {
  take: (projectId: string, newer: SavedBase, since: Project) => Promise<void>;
  /** Projects of which the list has something that is not in the work on them. */
  apart: Set<string>;
}

function createTaker(options: ListSaverOptions): Taker {
  const apart = new Set<string>();
  const take = async (id: string, newer: SavedBase, since: Project): Promise<void> => {
    const taken = await options.take?.(id, newer.project, since);
    // While another project is open, the work on this one builds on what it did before.
    if (!taken) return;
    setBase(id, newer);
    if (!taken.isConflict) return;
    apart.add(id);
    // This page may go away before it saves: what gave way must not be thinned out then.
    await pinPresent(id).catch(() => undefined);
  };
  return { take, apart };
}

function createSaveOne(options: ListSaverOptions, { take, apart }: Taker): SaveOne {
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
    else await take(id, saved, project);
    if (answer.isConflict || isApart) options.onConflict?.();
    picture(id, answer.project);
    if (Date.now() - thinnedAt < THIN_MS) return;
    thinnedAt = Date.now();
    await succeeds(import('./thinStored.ts').then(({ thinVersions }) => thinVersions()));
  };
}

async function takeNewer(options: ListSaverOptions, { take }: Taker, saveOne: SaveOne): Promise<void> {
  const work = options.read();
  const base = work && baseOf(work.projectId);
  if (!base) return;
  const head = await headOf(work.projectId);
  if (!head || head.revision === base.revision) return;
  // What has changed here is merged as it is saved.
  if (work.project !== base.project) return saveOne(work, nextTime());
  const loaded = await loadSaved(work.projectId);
  if (loaded.ok) await take(work.projectId, loaded.base, base.project);
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** Tells of trouble when it begins, and of its end. */
function createTrouble(onTrouble: ListSaverOptions['onTrouble']): (isTrouble: boolean) => void {
  let troubled = false;
  return (isTrouble) => {
    if (troubled === isTrouble) return;
    troubled = isTrouble;
    onTrouble?.(isTrouble ? KEPT_NOWHERE : '');
  };
}
