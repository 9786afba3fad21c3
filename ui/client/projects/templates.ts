import { proxy, ref } from 'valtio/vanilla';
import { UNNAMED } from '../../../api/contract/unnamed.ts';
import { newId } from '../../../engine/project/id.ts';
import type { Project } from '../../../engine/project/project.ts';
import { notifyTabs, readWithOthers, watchKit } from '../page/otherTabs.ts';
import type { Unproxied } from '../page/unproxied.ts';
import { needDatabase, openDatabase, type StoredTemplate } from '../store/database.ts';
import { blobOfStored, storable } from '../store/storedBlob.ts';
import { parseBody } from './readStored.ts';
import { mediaPathsOf } from './saved.ts';

/** A template without its content, for a list. */
export type TemplateHead = Omit<StoredTemplate, 'body' | 'mediaUrls' | 'thumbnail'> & { thumbnail?: Blob };

/** The user's own templates, newest first; stored in this browser. */
export const myTemplates = proxy({ list: [] as Unproxied<TemplateHead>[] });

/** Reads the stored templates again, because another tab may have changed them. */
export async function readTemplates(): Promise<void> {
  readWithOthers('templates', () => void readTemplates());
  const stored = (await (await openDatabase())?.getAll('templates').catch(() => [])) ?? [];
  const heads = stored.map(({ body: _, mediaUrls: __, thumbnail, ...head }) =>
    ref({ ...head, ...(thumbnail ? { thumbnail: blobOfStored(thumbnail) } : {}) }),
  );
  myTemplates.list = heads.sort((a, b) => b.savedAt - a.savedAt);
}

watchKit(() => void readTemplates());

/**
 * Saves a copy of a project as a template. Later changes of the project do not affect it.
 * @param thumbnail for the list.
 * @throws Error with a message if the browser stores nothing.
 */
export async function saveTemplate(project: Project, thumbnail: Blob | undefined): Promise<void> {
  const database = await needDatabase();
  const { name = UNNAMED, width, height, scenes } = project;
  await database.put('templates', {
    ...{ id: newId(), name, savedAt: Date.now(), width, height, sceneCount: scenes.length },
    ...{ body: JSON.stringify(project), mediaUrls: mediaPathsOf(project) },
    ...(thumbnail ? { thumbnail: await storable(database, thumbnail) } : {}),
  });
  await changed();
}

/** Loads the project of a template; undefined if it is missing or unreadable. */
export async function loadTemplate(id: string): Promise<Project | undefined> {
  const stored = await (await openDatabase())?.get('templates', id).catch(() => undefined);
  const parsed = stored && parseBody(stored.body);
  return parsed?.ok ? parsed.value : undefined;
}

/** Deletes a template. @returns a function that restores it. */
export async function removeTemplate(id: string): Promise<() => Promise<void>> {
  const database = await needDatabase();
  const stored = await database.get('templates', id);
  await database.delete('templates', id);
  await changed();
  return async () => {
    if (stored) await (await needDatabase()).put('templates', stored);
    await changed();
  };
}

async function changed(): Promise<void> {
  notifyTabs('templates');
  await readTemplates();
}
