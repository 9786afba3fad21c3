import type { Page } from 'playwright';
import { expect } from 'vitest';
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

/** Waits until the stored state meets an expectation. @returns that state. */
export async function storedUntil(page: Page, expectation: (state: StoredState) => void): Promise<StoredState> {
  let found: StoredState | undefined;
  await expect
    .poll(
      async () => {
        found = await storedState(page);
        if (!found) return 'nothing kept';
        try {
          expectation(found);
          return 'as expected';
        } catch (error) {
          return (error as Error).message;
        }
      },
      { interval: 50 },
    )
    .toBe('as expected');
  return found as StoredState;
}

/** The stored layers of the first scene. */
export function layersOf(state: StoredState): Layer[] {
  return state.scenes[0]?.layers ?? [];
}
