import { fontFiles } from '../../engine/browser/fontFiles.ts';
import { fileReferences } from '../../engine/project/media.ts';
import { localUrlOf } from '../media/mediaTable.ts';
import { headOf, loadSaved, saveThumbnail } from '../projects/saved.ts';
import { openDatabase } from '../state/database.ts';
import { later } from '../state/later.ts';
import { blobOfStored } from '../state/storedBlob.ts';

/** Projects that were tried: one that cannot be painted now is tried anew with the next page. */
const tried = new Set<string>();
/** They are painted one after another: a page finds the font files of one project at a time. */
let turn: Promise<void> = Promise.resolve();

/**
 * Paints the picture of a project that came without one, as from a script, and stores it; it goes to the server like any
 * other. One whose files are neither here nor there, or cannot be shown, is left as it is.
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
    const { thumbnail } = await later(() => import('../preview/thumbnail.ts'));
    const urlOf = (url: string) => urls.get(url) ?? localUrlOf(url);
    const picture = await thumbnail(loaded.value, { urlOf, mustBeWhole: true });
    const head = await headOf(id);
    // One that somebody chose may have come meanwhile, and the project may be gone.
    if (picture && head && !head.thumbnail) await saveThumbnail(id, picture);
  } catch {
    // The empty sheet stays.
  } finally {
    fontFiles.addressOf = addressOf;
    for (const url of made) URL.revokeObjectURL(url);
  }
}

/** Where files can be shown from: from here, else from the server, without fetching what is not shown. @param made takes what must be revoked. */
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
