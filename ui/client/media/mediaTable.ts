import { proxy } from 'valtio/vanilla';
import { plainFileName } from '../../../engine/project/fileName.ts';
import { newId } from '../../../engine/project/id.ts';
import type { MediaFacts } from '../../../engine/project/media.ts';
import { showNote } from '../page/notices.ts';
import { owner } from '../page/owner.ts';
import { openDatabase, type StoredFile } from '../store/database.ts';
import { blobOfStored, storable } from '../store/storedBlob.ts';
import type { MediaEntry } from './mediaEntry.ts';
import { isLink, isOfOtherSite } from './references.ts';

/** A proxy that replaces a video in previews. */
export interface ProxyVideo {
  /** Progress, 0 to 1. */
  progress: number;
  /** URL, once it is ready. */
  address?: string;
  /** true: a person canceled the wait. */
  isCancelled?: boolean;
}

/** Media table of the page: local files that the user added. */
export const mediaTable = proxy({
  /** By the relative path that layers use. */
  byUrl: {} as Record<string, MediaEntry>,
  /** URLs for display, by media reference: the server's copy for links to other websites, a video for GIFs. */
  shownFrom: {} as Record<string, string>,
  /** Descriptions of the server's current work, by media reference. */
  busy: {} as Record<string, string>,
  /** Proxies of videos that this browser cannot decode, by media reference. */
  proxies: {} as Record<string, ProxyVideo>,
  /** Single audio tracks by the server, by `trackKey`. */
  tracks: {} as Record<string, { address?: string }>,
  /** What the server says of links that it has fetched, by where they are read there. */
  linkFacts: {} as Record<string, Pick<MediaFacts, 'audioTracks' | 'audioTrack'>>,
  /** How many files are being measured. */
  measuring: 0,
  /** Why files are not stored beyond this page; '' as long as they are. */
  warning: '',
});

/** Shown when the browser does not let this page store files. */
const NOT_KEPT =
  'This browser does not save files for this page. They stay until you close it; export the project to save it.';
/** Shown when the device is full. */
const NO_ROOM =
  'There is no space left to save this file. It stays until you close this page; export the project to save it.';

const blobs = new Map<string, Blob>();
const objectUrls = new Map<string, string>();

/** Returns a new path for a file: media/<id>/<file name>, with the name in ASCII. */
export function newMediaPath(name: string): { id: string; url: string } {
  const id = newId();
  return { id, url: `media/${id}/${plainFileName(name)}` };
}

/** Returns whether a reference is a valid path of this table. */
export function isMediaPath(url: string): boolean {
  return /^media\/[\w-]{1,64}\/[A-Za-z0-9][\w.]{0,254}$/.test(url);
}

/**
 * Returns the URL that displays a media reference in this page: an object URL for a file of the table; a URL of this
 * server is unchanged. @returns undefined for a file that is not in the table, and for a link of another website that
 * the server has not fetched yet.
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

/** Returns the key of an audio track in mediaTable.tracks. @param track one-based. */
export function trackKey(url: string, track: number): string {
  return `${url} ${track}`;
}

/** Returns the entry of a file; undefined if it is not in the table. */
export function entryOf(url: string): MediaEntry | undefined {
  return isMediaPath(url) ? mediaTable.byUrl[url] : undefined;
}

/** Adds a file to the table. */
export function putEntry(entry: MediaEntry, blob: Blob): void {
  blobs.set(entry.url, blob);
  mediaTable.byUrl[entry.url] = entry;
}

/** Returns the bytes of a file from the table or from the database; does not change the table. */
export async function blobOf(url: string): Promise<Blob | undefined> {
  return blobs.get(url) ?? (await readStored(url))?.blob;
}

/** Removes a file from the table and revokes its URL. The stored copy stays. */
export function forgetMedia(url: string): void {
  const made = objectUrls.get(url);
  if (made !== undefined) URL.revokeObjectURL(made);
  objectUrls.delete(url);
  blobs.delete(url);
  delete mediaTable.byUrl[url];
  delete mediaTable.shownFrom[url];
}

/** Stores a file of the table in the database, so that it survives the page. Shows a warning if it cannot. */
export async function storeFile(url: string): Promise<void> {
  const [entry, blob] = [entryOf(url), blobs.get(url)];
  if (!entry || !blob) return;
  const database = await openDatabase();
  if (!database) return warn(NOT_KEPT);
  try {
    await database.put('media', { ...plainEntry(entry), blob: await storable(database, blob), addedAt: Date.now() });
    // The file on disk may change or be deleted later; the copy will not.
    const copy = await database.get('media', url);
    if (copy && blobs.has(url)) blobs.set(url, blobOfStored(copy.blob));
  } catch (error) {
    warn((error as Error).name === 'QuotaExceededError' ? NO_ROOM : NOT_KEPT);
  }
}

/** Stores new facts of a file (its server URL, its measurements) with its bytes, if those are stored. */
export async function storeFileFacts(url: string): Promise<void> {
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
    // Without them, the file is only uploaded again after a reload.
  }
}

/** Loads a stored file into the table. @returns whether it is in the table now. */
export async function restoreEntry(url: string): Promise<boolean> {
  if (entryOf(url)) return true;
  const kept = await readStored(url);
  if (!kept) return false;
  // It may have been added in the meantime.
  if (entryOf(url)) return true;
  const { blob, addedAt: _, ...rest } = kept;
  const isThere = rest.readUrl !== undefined;
  putEntry({ ...rest, size: blob.size, state: isThere ? 'uploaded' : 'kept', sent: isThere ? blob.size : 0 }, blob);
  return true;
}

/** Restores the upload session that another tab or an earlier visit started for a file. */
export async function recallSession(url: string): Promise<void> {
  const session = (await readStored(url))?.session;
  const entry = entryOf(url);
  if (entry && session) entry.session ??= session;
}

async function readStored(url: string): Promise<(StoredFile & { blob: Blob }) | undefined> {
  if (!isMediaPath(url)) return undefined;
  try {
    const stored = await (await openDatabase())?.get('media', url);
    // Another machine may have uploaded it.
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

/** Visible beats by URL, in seconds of the file. Detected on request and not saved. */
export const foundBeats = proxy<Record<string, readonly number[]>>({});

/** Controllers of the server's current work, by media reference. */
const endings = new Map<string, AbortController>();

/**
 * Registers work of the server for a media reference, which `cancelWork` can abort.
 * @returns the controller whose signal the work uses.
 */
export function beginWork(url: string): AbortController {
  const ending = new AbortController();
  endings.set(url, ending);
  return ending;
}

/** Unregisters finished work. */
export function endWork(url: string, ending: AbortController): void {
  if (endings.get(url) === ending) endings.delete(url);
}

/** Cancels the server's work for a media reference: a GIF conversion, a proxy, or fetching a link. */
export function cancelWork(url: string): void {
  endings.get(url)?.abort(new DOMException('Canceled.', 'AbortError'));
}
