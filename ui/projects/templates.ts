import { proxy, ref } from 'valtio/vanilla';
import { UNNAMED } from '../../api/contract/unnamed.ts';
import { newId } from '../../engine/project/id.ts';
import type { Project } from '../../engine/project/project.ts';
import { needDatabase, openDatabase, type StoredTemplate } from '../state/database.ts';
import { watchKit } from '../state/kitChanges.ts';
import { readWithOthers, tellOthers } from '../state/otherTabs.ts';
import { blobOfStored, storable } from '../state/storedBlob.ts';
import type { Unproxied } from '../state/unproxied.ts';
import { mediaPathsOf, parseBody } from './saved.ts';

/** A template without its content, for a list. */
export type TemplateHead = Omit<StoredTemplate, 'body' | 'mediaUrls' | 'thumbnail'> & { thumbnail?: Blob };

/** The person's own templates, newest first; stored in this browser. */
export const myTemplates = proxy({ list: [] as Unproxied<TemplateHead>[] });

/** Reads what is stored anew: another tab may have changed it. */
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
 * Saves a project as a template; the project stays what it is, and later changes of it do not change the template.
 * @param thumbnail its picture in the list.
 * @throws Error with a sentence where this browser keeps nothing.
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

/** The project of a template; undefined when it is not there, or cannot be read, any more. */
export async function loadTemplate(id: string): Promise<Project | undefined> {
  const stored = await (await openDatabase())?.get('templates', id).catch(() => undefined);
  const parsed = stored && parseBody(stored.body);
  return parsed?.ok ? parsed.value : undefined;
}

/** Takes a template out. @returns puts it back. */
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
  tellOthers('templates');
  await readTemplates();
}
