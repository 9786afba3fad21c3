import type { Project } from '../../../engine/project/project.ts';
import { saveProject, saveThumbnail } from './saved.ts';
import { writeState } from './stateStore.ts';
import type { SaveAnswer, StoredState, StudioPlace } from './types.ts';

/** How long after a change the state is kept at the latest, milliseconds (studio spec §9). */
const STATE_MS = 300;
/** How often the list of saved projects is written at most, milliseconds. */
const LIST_MS = 1000;
/** How often a thumbnail is made at most, milliseconds. */
const THUMBNAIL_MS = 10_000;

/** Said when a project can be kept nowhere. */
export const KEPT_NOWHERE =
  'Your work cannot be kept in this browser. Please export the project so that it is not lost.';

/** What is open now. */
export interface OpenWork {
  projectId: string;
  project: Project;
  place: StudioPlace;
}

/** What autosaving needs of its surroundings. */
export interface AutosaveOptions {
  /** What is open now; undefined: nothing that is to be kept. */
  read: () => OpenWork | undefined;
  /** Makes a small picture of a project for the list; undefined when that is not possible now. */
  thumbnail?: (project: Project) => Promise<Blob | undefined>;
  /** Everything up to now is kept: nothing would be lost if the page went away. */
  onKept?: () => void;
  /** The work can be kept nowhere, in words; '' once it can again. */
  onTrouble?: (sentence: string) => void;
  /** Another tab had saved a newer version of the same project; this one has taken its place. */
  onOvertaken?: (answer: SaveAnswer) => void;
}

/** Keeps the open project while a person works. */
export interface Autosave {
  /** Call it after every change of the project or of the place in it. */
  changed(): void;
  /** Keeps now what has changed. @returns whether the list of saved projects holds all of it too. */
  flush(): Promise<boolean>;
  /** Ends it, without a last save. */
  stop(): void;
}

/**
 * Starts autosaving: the state under the key `state` within 300 ms of a change, the list of saved projects within
 * a second, both at once when the page is hidden or left.
 */
export function createAutosave(options: AutosaveOptions): Autosave {
  const list = createListSaver(options);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = options.read();
  const write = (): void => {
    const work = options.read();
    // A tab in which nothing changed must not put its older work over that of another tab.
    const isChanged = timer !== undefined || work?.project !== last?.project;
    clearTimeout(timer);
    timer = undefined;
    if (!work || !isChanged) return;
    last = work;
    const state = stateOf(work);
    const isKept = writeState(state) === 'whole';
    list.wants(work, isKept, state.savedAt);
    if (!isKept) void list.now();
  };
  const flush = (): Promise<boolean> => {
    write();
    return list.now();
  };
  const hide = (): void => {
    if (document.visibilityState === 'hidden') void flush();
  };
  const leave = (): void => void flush();
  // After a crash the state may be a second newer than the list.
  if (last) list.wants(last, true, Date.now());
  document.addEventListener('visibilitychange', hide);
  addEventListener('pagehide', leave);
  return {
    // Counted from the first change, so that someone who never pauses loses no more than anyone else.
    changed: () => {
      timer ??= setTimeout(write, STATE_MS);
    },
    flush,
    stop: () => {
      clearTimeout(timer);
      list.stop();
      document.removeEventListener('visibilitychange', hide);
      removeEventListener('pagehide', leave);
    },
  };
}

function stateOf({ project, place, projectId }: OpenWork): StoredState {
  return { ...project, ...place, projectId, savedAt: Date.now(), stateVersion: 1 };
}

/** Writes the list of saved projects: one write at a time, always the newest work, none for what is written already. */
function createListSaver(options: AutosaveOptions) {
  /** By project, as another one may have been opened meanwhile. */
  const wanted = new Map<string, { work: OpenWork; isKept: boolean; savedAt: number }>();
  const written = new Map<string, Project>();
  let running = Promise.resolve(true);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tellTrouble = createTrouble(options.onTrouble);
  const picture = createPictureSaver(options.thumbnail);

  const saveOne = async ({ projectId: id, project }: OpenWork, savedAt: number): Promise<void> => {
    if (written.get(id) === project) return;
    const answer = await saveProject({ id, project, savedAt, create: !isBlank(project) });
    written.set(id, project);
    if (answer?.overtaken) options.onOvertaken?.(answer);
    if (answer) picture(id, project);
  };
  const saveAll = async (): Promise<boolean> => {
    let isAllKept = true;
    let isAllListed = true;
    for (const [id, { work, isKept, savedAt }] of [...wanted]) {
      wanted.delete(id);
      const isSaved = await saveOne(work, savedAt).then(
        () => true,
        () => false,
      );
      isAllKept &&= isSaved || isKept;
      isAllListed &&= isSaved;
    }
    tellTrouble(!isAllKept);
    if (isAllKept && wanted.size === 0) options.onKept?.();
    return isAllListed;
  };
  const now = (): Promise<boolean> => {
    clearTimeout(timer);
    timer = undefined;
    running = running.then((before) => (wanted.size > 0 ? saveAll() : before));
    return running;
  };
  return {
    now,
    wants(work: OpenWork, isKept: boolean, savedAt: number): void {
      wanted.set(work.projectId, { work, isKept, savedAt });
      timer ??= setTimeout(() => void now(), LIST_MS);
    },
    // What flush has begun goes on to its end.
    stop: () => clearTimeout(timer),
  };
}

/** Tells of trouble when it begins, and of its end. */
function createTrouble(onTrouble: AutosaveOptions['onTrouble']): (isTrouble: boolean) => void {
  let troubled = false;
  return (isTrouble) => {
    if (troubled === isTrouble) return;
    troubled = isTrouble;
    onTrouble?.(isTrouble ? KEPT_NOWHERE : '');
  };
}

/** Makes thumbnails beside the saving, which they must not hold up: one at a time, and seldom. */
function createPictureSaver(thumbnail: AutosaveOptions['thumbnail']): (id: string, project: Project) => void {
  let next: { id: string; project: Project } | undefined;
  let isBusy = false;
  const make = async (): Promise<void> => {
    const work = next;
    next = undefined;
    if (!work || !thumbnail) return;
    try {
      const made = await thumbnail(work.project);
      if (made) await saveThumbnail(work.id, made);
    } catch {
      // The former picture stays.
    }
  };
  const turn = async (): Promise<void> => {
    isBusy = next !== undefined;
    if (!isBusy) return;
    await make();
    setTimeout(() => void turn(), THUMBNAIL_MS);
  };
  return (id, project) => {
    next = { id, project };
    if (!isBusy) void turn();
  };
}

/** A list full of empty projects helps nobody. */
function isBlank(project: Project): boolean {
  return project.scenes.length === 1 && project.scenes[0]?.layers.length === 0 && !project.audio && !project.name;
}
