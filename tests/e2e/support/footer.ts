import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { ProjectInput } from '../../../engine/project/project.ts';
import type { WatchedPage } from './page.ts';
import { footer } from './parts.ts';
import type { Site } from './site.ts';
import { layersOf, openStudio, storedUntil } from './studio.ts';

const middle = { x: '25%', y: '25%', width: '50%', height: '50%' };

/** Opens the Studio with layers l0, l1, … in a single scene, centered unless they have a position. */
export async function openWith(
  { site, width = 1440 }: { site: Site; width?: number },
  layers: object[],
  route = 'layer/l0',
  rest: object = {},
): Promise<WatchedPage> {
  const opened = await site.open({ width });
  const scenes = [{ id: 's', layers: layers.map((one, index) => ({ id: `l${index}`, position: middle, ...one })) }];
  await openStudio(opened.page, { isImage: true, scenes, ...rest } as ProjectInput, route);
  return opened;
}

/** A control of the footer by name. */
export const control = (page: Page, name: string) => footer(page).getByRole('button', { name, exact: true });

/** Clicks a control of the footer. */
export const press = (page: Page, name: string) => control(page, name).click();

/** Waits until a stored layer has these fields. @param index 0 is the front. */
export const storedLayer = (page: Page, fields: object, index = 0) =>
  storedUntil(page, (state) => expect(layersOf(state)[index]).toMatchObject(fields));
