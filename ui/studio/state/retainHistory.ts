import { subscribeKey } from 'valtio/vanilla/utils';
import type { History } from '../../../engine/edit/history.ts';
import { fileReferences } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { restoreMedia } from '../../client/media/restoreMedia.ts';
import { holdMedia } from '../../client/media/unusedMedia.ts';
import { startVisit, type Visit } from '../../client/projects/retainedHistories.ts';
import { storeHistory } from '../../client/projects/storeHistory.ts';
import { currentHistory, joinHistory, rememberedProjects, studio } from './studio.ts';

/** Delay between a change and storing the history, in milliseconds. */
const WRITE_MS = 1000;
/** Longest wait for an idle moment after that delay, in milliseconds. */
const IDLE_MS = 2000;

/**
 * Stores the undo history of the open project while the user works, in idle moments, and when the page unloads. Restores
 * the history of an earlier visit.
 * @returns a function that stores it a last time and stops.
 */
export function retainHistory(): () => void {
  let visit: Visit | undefined;
  let latest: History<Project> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const upTo = changes;
    const stored = () => {
      storedChanges = Math.max(storedChanges, upTo);
    };
    // Without room, undo lasts only as long as the page.
    if (visit && latest) void visit.store(latest).then(stored, () => undefined);
    latest = undefined;
  };
  const schedule = (): void => {
    changes += 1;
    latest = currentHistory();
    timer ??= setTimeout(() => whenIdle(write), WRITE_MS);
  };
  const open = (): void => {
    write();
    visit?.end();
    visit = startVisit(studio.projectId);
    void restore(visit).then((isCurrent) => {
      if (isCurrent) schedule();
    });
  };
  const follow = (): void => {
    if (studio.phase !== 'open') return;
    if (visit?.projectId === studio.projectId) schedule();
    else open();
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden') write();
  };
  const ends = [subscribeKey(studio, 'project', follow), subscribeKey(studio, 'projectId', follow)];
  document.addEventListener('visibilitychange', onHidden);
  // The page may unload while a screen outside the Studio is shown. Adding the same listener twice has no effect.
  addEventListener('pagehide', storeSteps);
  holdMedia();
  follow();
  return () => {
    for (const end of ends) end();
    document.removeEventListener('visibilitychange', onHidden);
    write();
    visit?.end();
    visit = undefined;
  };

  /** @returns whether the project is still open. */
  async function restore(of: Visit): Promise<boolean> {
    const history = currentHistory();
    const opened = history.past[0] ?? history.present;
    const found = await of.claim(opened).catch(() => undefined);
    if (found) await restoreMedia([...found.past, ...found.future].flatMap(urlsOf));
    if (visit !== of) return false;
    // Changes made meanwhile are steps after the restored ones. Steps of this tab from before a reload are newer.
    if (found && rememberedProjects().includes(opened)) joinHistory(found);
    return true;
  }
}

/** Changes of the history, and how many of them the database has. */
let changes = 0;
let storedChanges = 0;

function storeSteps(): void {
  if (studio.phase !== 'open') return;
  const { projectId } = studio;
  storeHistory('sessionStorage', projectId, currentHistory());
  if (storedChanges < changes) storeHistory('localStorage', projectId, currentHistory());
}

function urlsOf(project: Project): string[] {
  return fileReferences(project).map(({ url }) => url);
}

function whenIdle(run: () => void): void {
  // WebKit does not have it.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: IDLE_MS });
  else run();
}
