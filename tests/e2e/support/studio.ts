import type { Page } from 'playwright';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project, ProjectInput } from '../../../engine/project/project.ts';
import { goTo } from './goTo.ts';
import { header } from './parts.ts';

/** The stored state of the Studio: the project's fields and the user's place in it. */
export type StoredState = Project & {
  projectId: string;
  selectedSceneId: string;
  selectedLayerId: string | null;
  studioTime: number;
  showCanvas: boolean;
};

/** Opens a route of the Studio, optionally with a project as if it had been left open. */
export async function openStudio(page: Page, project?: ProjectInput, route = ''): Promise<void> {
  if (project) {
    // Only if nothing is stored: a reload must find what the Studio saved.
    await page.addInitScript(
      (text) => {
        if (localStorage.getItem('state') === null) localStorage.setItem('state', text);
      },
      JSON.stringify({ showCanvas: true, ...project }),
    );
  }
  await page.goto(`/studio/editor${route && `/${route}`}`);
  await header(page).waitFor();
}

/** Collapses the docked timeline of pages opened from now on, so that the play bar below the canvas is shown. */
export async function collapseTimeline(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('cutroom-docks', JSON.stringify({ isTimelineOpen: false })));
}

/** Opens a route of the Studio without reloading. @returns the time of navigation by the page's clock. */
export const visit = (page: Page, route: string): Promise<number> =>
  goTo(page, `/studio/editor${route && `/${route}`}`);

/** The current stored state, or undefined before the first save. */
export async function storedState(page: Page): Promise<StoredState | undefined> {
  const text = await page.evaluate(() => localStorage.getItem('state'));
  return text === null ? undefined : (JSON.parse(text) as StoredState);
}

/** Waits until the stored state meets an expectation. @returns that state. @throws what it does not meet after two minutes. */
export async function storedUntil(page: Page, expectation: (state: StoredState) => void): Promise<StoredState> {
  let text: string | null | undefined;
  let reason: unknown = new Error('Nothing is stored.');
  const end = Date.now() + 120_000;
  while (Date.now() < end) {
    const found = await changedState(page, text, end - Date.now());
    if (found === undefined || found === null) continue;
    text = found;
    const state = JSON.parse(text) as StoredState;
    try {
      expectation(state);
      return state;
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}

/**
 * Waits until the stored text differs from the last one. Polls within the page, because polling from the test would
 * cost as much as its actions. @returns that text; undefined if the page navigates or nothing changes in time.
 */
async function changedState(page: Page, last: string | null | undefined, ms: number) {
  const changed = page.evaluate(
    ([former, most]) =>
      new Promise<string | null | undefined>((resolve) => {
        const end = performance.now() + most;
        const look = () => {
          const now = localStorage.getItem('state');
          const isOver = performance.now() > end;
          if (now === former && !isOver) return;
          clearInterval(timer);
          resolve(isOver ? undefined : now);
        };
        const timer = setInterval(look, 50);
        look();
      }),
    [last ?? null, ms] as const,
  );
  return changed.catch((error: Error) => {
    if (page.isClosed() || !/context was destroyed|navigat/.test(error.message)) throw error;
    return undefined;
  });
}

/** The stored layers of the first scene. */
export function layersOf(state: StoredState): Layer[] {
  return state.scenes[0]?.layers ?? [];
}
