import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project, ProjectInput } from '../../../engine/project/project.ts';
import { goTo } from './goTo.ts';
import { header } from './parts.ts';

/** The state as the Studio keeps it: the project's fields, and where the person is. */
export type StoredState = Project & {
  projectId: string;
  selectedSceneId: string;
  selectedLayerId: string | null;
  studioTime: number;
  showCanvas: boolean;
};

/** Opens a route of the Studio, with a project in it when one is given, as if it had been left there. */
export async function openStudio(page: Page, project?: ProjectInput, route = ''): Promise<void> {
  if (project) {
    // Only where nothing is kept yet: a reload must find what the Studio itself has kept.
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

/** Goes to a route of the open Studio without loading it anew. @returns when, by the page's clock. */
export const visit = (page: Page, route: string): Promise<number> =>
  goTo(page, `/studio/editor${route && `/${route}`}`);

/** What the Studio has kept now; undefined before the first save. */
export async function storedState(page: Page): Promise<StoredState | undefined> {
  const text = await page.evaluate(() => localStorage.getItem('state'));
  return text === null ? undefined : (JSON.parse(text) as StoredState);
}

/** Waits until what the Studio keeps satisfies an expectation. @returns what is kept then. */
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

/** The layers of the first scene, as kept. */
export function layersOf(state: StoredState): Layer[] {
  return state.scenes[0]?.layers ?? [];
}
