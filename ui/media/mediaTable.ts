import { proxy } from 'valtio/vanilla';
import { plainFileName } from '../../engine/project/fileName.ts';
import { newId } from '../../engine/project/id.ts';
import type { MediaFacts } from '../../engine/project/media.ts';
import { openDatabase, type StoredFile } from '../state/database.ts';
import { showNote } from '../state/notices.ts';
import { owner } from '../state/owner.ts';
import { blobOfStored, storable } from '../state/storedBlob.ts';
import type { MediaEntry } from './mediaEntry.ts';
import { isLink, isOfOtherSite } from './references.ts';

/** A light video that stands for one in previews. */
export interface LightVideo {
  /** How far it is, 0 to 1. */
  progress: number;
  /** There once it is made. */
  address?: string;
  /** true: a person did not want to wait for it. */
  isCancelled?: boolean;
}

/** The media table of the page: files that a person added from this device. */
export const mediaTable = proxy({
  /** By the relative path that layers name a file by. */
  byUrl: {} as Record<string, MediaEntry>,
  /**
   * Where references are shown from that are shown from elsewhere: links of other websites from what the server fetched, and
   * GIFs from videos that it made of them.
   */
  shownFrom: {} as Record<string, string>,
  /** What the server is doing for a reference just now, in words. */
  busy: {} as Record<string, string>,
  /** Light videos that the server makes of those that this browser cannot show, by the same path. */
  proxies: {} as Record<string, LightVideo>,
  /** Audio tracks that the server serves by themselves, by path and number of the track. */
  tracks: {} as Record<string, { address?: string }>,
  /** What the server says of links that it has fetched, by where they are read there. */
  linkFacts: {} as Record<string, Pick<MediaFacts, 'audioTracks' | 'audioTrack'>>,
  /** How many files are being measured. */
  measuring: 0,
  /** Why files are not kept beyond this page, in words; '' as long as they are. */
  warning: '',
});

/** Said when the browser does not let this page keep files. */
const NOT_KEPT =
  'This browser does not keep files for this page. What you add stays until you close it; export the project to keep it.';
/** Said when the device is full. */
const NO_ROOM =
  'There is no room left to keep this file for later. It stays until you close this page; export the project to keep it.';

const blobs = new Map<string, Blob>();
const objectUrls = new Map<string, string>();

/** A new path for a file: media/<id>/<file name>, with the name in plain letters. */
export function newMediaPath(name: string): { id: string; url: string } {
  const id = newId();
  return { id, url: `media/${id}/${plainFileName(name)}` };
}

/** Whether a reference has the form of the paths that this table gives. */
export function isMediaPath(url: string): boolean {
  return /^media\/[\w-]{1,64}\/[A-Za-z0-9][\w.]{0,254}$/.test(url);
}

/**
 * Where a media reference can be shown from in this page: an address inside the page for a file of the table, an address
 * of this server as it is. @returns undefined for a file that is not in the table, and for a link of another website whose
 * file the server has not fetched (yet).
 */
export function localUrlOf(url: string): string | undefined {
  const elsewhere = mediaTable.shownFrom[url];
  if (elsewhere !== undefined) return elsewhere;
  if (isLink(url)) return isOfOtherSite(url) ? undefined : url;
  const known = objectUrls.get(url);
  if (known !== undefined) return known;
  const blob = blobs.get(url);
  if (!blob) return undefined;
  const made = URL.createObjectURL(blob);
  objectUrls.set(url, made);
  return made;
}

/** Where the server has a file, as far as is known; '' for one that is still to be uploaded. */
export function serverPathOf(url: string): string {
  const entry = entryOf(url);
  return entry ? (entry.readUrl ?? '') : (mediaTable.shownFrom[url] ?? url);
}

/** Where a media reference can be played from in this page: the light video of one that this browser cannot show. */
export function playableUrlOf(url: string): string | undefined {
  return mediaTable.proxies[url]?.address ?? localUrlOf(url);
}

/** Under which mediaTable.tracks holds one track of a file. @param track from 1. */
export function trackKey(url: string, track: number): string {
  return `${url} ${track}`;
}

/** The entry of a file; undefined when it is not in the table. */
export function entryOf(url: string): MediaEntry | undefined {
  return isMediaPath(url) ? mediaTable.byUrl[url] : undefined;
}

/** Puts a file into the table. */
export function putEntry(entry: MediaEntry, blob: Blob): void {
  blobs.set(entry.url, blob);
  mediaTable.byUrl[entry.url] = entry;
}

/** The bytes of a file, from the table or, without touching the table, from the browser's database. */
export async function blobOf(url: string): Promise<Blob | undefined> {
  return blobs.get(url) ?? (await readStored(url))?.blob;
}

/** Takes a file out of the table and lets go of its address. What the browser keeps of it stays. */
export function forgetMedia(url: string): void {
  const made = objectUrls.get(url);
  if (made !== undefined) URL.revokeObjectURL(made);
  objectUrls.delete(url);
  blobs.delete(url);
  delete mediaTable.byUrl[url];
  delete mediaTable.shownFrom[url];
}

/** Writes a file of the table into the browser's database, so that it survives the page. Says so when it cannot. */
export async function keepFile(url: string): Promise<void> {
  const [entry, blob] = [entryOf(url), blobs.get(url)];
  if (!entry || !blob) return;
  const database = await openDatabase();
  if (!database) return warn(NOT_KEPT);
  try {
    await database.put('media', { ...plainEntry(entry), blob: await storable(database, blob), addedAt: Date.now() });
    // The file on disk may be changed or removed later; the copy will not.
    const copy = await database.get('media', url);
    if (copy && blobs.has(url)) blobs.set(url, blobOfStored(copy.blob));
  } catch (error) {
    warn((error as Error).name === 'QuotaExceededError' ? NO_ROOM : NOT_KEPT);
  }
}

/** Writes what became known of a file (its address on the server, what it is) beside its bytes, if they are kept. */
export async function keepFacts(url: string): Promise<void> {
  const entry = entryOf(url);
  const database = entry && (await openDatabase());
  if (!database) return;
  try {
    const change = database.transaction('media', 'readwrite');
    const kept = await change.store.get(url);
    if (kept) {
      const { session: _, ...rest } = kept;
      await change.store.put({ ...rest, ...plainEntry(entry) });
    }
    await change.done;
  } catch {
    // Without it the file is only uploaded once more after a reload.
  }
}

/** Loads a file that was kept on an earlier visit into the table. @returns whether it is in the table now. */
export async function restoreEntry(url: string): Promise<boolean> {
  if (entryOf(url)) return true;
  const kept = await readStored(url);
  if (!kept) return false;
  // It may have come by another way meanwhile.
  if (entryOf(url)) return true;
  const { blob, addedAt: _, ...rest } = kept;
  const isThere = rest.readUrl !== undefined;
  putEntry({ ...rest, size: blob.size, state: isThere ? 'uploaded' : 'kept', sent: isThere ? blob.size : 0 }, blob);
  return true;
}

/** Takes over the session in which another tab, or an earlier visit, began to upload a file. */
export async function recallSession(url: string): Promise<void> {
  const session = (await readStored(url))?.session;
  const entry = entryOf(url);
  if (entry && session) entry.session ??= session;
}

async function readStored(url: string): Promise<(StoredFile & { blob: Blob }) | undefined> {
  if (!isMediaPath(url)) return undefined;
  try {
    const stored = await (await openDatabase())?.get('media', url);
    // Another machine may have sent it.
    const found = stored || owner === '' ? stored : await (await import('./fetchRemote.ts')).fetchRemote(url);
    return found && { ...found, blob: blobOfStored(found.blob) };
  } catch {
    return undefined;
  }
}

function plainEntry(entry: MediaEntry): Omit<StoredFile, 'blob' | 'addedAt'> {
  const { url, id, name, type, shown, facts, readUrl, session } = entry;
  const tracks = facts?.audioTracks ? { audioTracks: facts.audioTracks.map((track) => ({ ...track })) } : {};
  const learned = {
    ...(facts ? { facts: { ...facts, ...tracks } } : {}),
    ...(session ? { session: { ...session } } : {}),
  };
  return { url, id, name, type, shown, ...learned, ...(readUrl ? { readUrl } : {}) };
}

function warn(sentence: string): void {
  if (mediaTable.warning === sentence) return;
  mediaTable.warning = sentence;
  showNote(sentence, { waits: true });
}
