import { measureFile } from '../../../engine/browser/media/measureFile.ts';
import { openDatabase, type StoredFile } from '../store/database.ts';
import { storable } from '../store/storedBlob.ts';
import { fileNameOf } from './references.ts';

const running = new Map<string, Promise<StoredFile | undefined>>();

/** Downloads a file of an account's project from the server; undefined if the server does not have it. */
export function fetchRemote(path: string): Promise<StoredFile | undefined> {
  const known = running.get(path);
  if (known) return known;
  const made = download(path).finally(() => running.delete(path));
  running.set(path, made);
  return made;
}

async function download(path: string): Promise<StoredFile | undefined> {
  const database = await openDatabase();
  const remote = await database?.get('remotes', path);
  if (!database || !remote) return undefined;
  const answer = await fetch(remote.url).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const blob = await answer.blob();
  const facts = await measureFile(blob);
  const name = decodeURIComponent(remote.url.split(/[?#]/)[0]?.split('/').at(-1) ?? '') || fileNameOf(path);
  const file: StoredFile = {
    ...{ url: path, id: path.split('/')[1] ?? '', name, type: blob.type, blob, addedAt: Date.now() },
    ...{ readUrl: remote.url, shown: facts !== undefined || blob.type.startsWith('font/') },
    ...(facts ? { facts: { url: path, ...facts } } : {}),
  };
  // Without room, it is downloaded again next time.
  const storeMedia = async () => database.put('media', { ...file, blob: await storable(database, blob) });
  await storeMedia().catch(() => undefined);
  return file;
}
