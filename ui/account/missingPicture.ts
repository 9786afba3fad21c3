import { fontFiles } from '../../engine/browser/fontFiles.ts';
import { fileReferences } from '../../engine/project/media.ts';
import { localUrlOf } from '../media/mediaTable.ts';
import { headOf, loadSaved, saveThumbnail } from '../projects/saved.ts';
import { openDatabase } from '../state/database.ts';
import { loadWithSchemas } from '../state/loadWithSchemas.ts';
import { blobOfStored } from '../state/storedBlob.ts';

/** Ids of projects that were tried; failures are retried after a reload. */
const tried = new Set<string>();
/** Paints one project at a time, because a page can resolve the font files of only one project. */
let turn: Promise<void> = Promise.resolve();

/**
 * Paints and stores the thumbnail of a project without one, such as from a script; it is then synced as usual. Leaves a
 * project unchanged if its files are unavailable or cannot be displayed.
 * @param id of the project. Never throws.
 */
export function paintMissing(id: string): Promise<void> {
  if (tried.has(id)) return Promise.resolve();
  tried.add(id);
  turn = turn.then(() => paintOne(id));
  return turn;
}

async function paintOne(id: string): Promise<void> {
  const made: string[] = [];
  const { addressOf } = fontFiles;
  try {
    const loaded = await loadSaved(id);
    if (!loaded.ok) return;
    const first = { ...loaded.value, scenes: loaded.value.scenes.slice(0, 1) };
    const seen = fileReferences(first).filter(({ kind }) => kind !== 'audio');
    const urls = await addressesOf([...new Set(seen.map(({ url }) => url))], made);
    if ([...urls.values()].includes(undefined)) return;
    const { thumbnail } = await loadWithSchemas(() => import('../preview/thumbnail.ts'));
    const urlOf = (url: string) => urls.get(url) ?? localUrlOf(url);
    const picture = await thumbnail(loaded.value, { urlOf, mustBeWhole: true });
    const head = await headOf(id);
    // A thumbnail may have arrived meanwhile, or the project may have been deleted.
    if (picture && head && !head.thumbnail) await saveThumbnail(id, picture);
  } catch {
    // The empty card stays.
  } finally {
    fontFiles.addressOf = addressOf;
    for (const url of made) URL.revokeObjectURL(url);
  }
}

/** Returns display URLs of files: local, else the server's, without downloading. @param made collects URLs to free. */
async function addressesOf(urls: readonly string[], made: string[]): Promise<Map<string, string | undefined>> {
  const database = await openDatabase();
  const addressOf = async (url: string) => {
    const known = localUrlOf(url);
    if (known !== undefined) return known;
    const stored = await database?.get('media', url);
    if (!stored) return (await database?.get('remotes', url))?.url;
    const address = URL.createObjectURL(blobOfStored(stored.blob));
    made.push(address);
    return address;
  };
  return new Map(await Promise.all(urls.map(async (url) => [url, await addressOf(url)] as const)));
}
