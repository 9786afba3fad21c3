import { ApiError } from '../../api/contract/errors.ts';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import { furtherFormat, isMadeForBrowsers, usualFormat } from '../../engine/project/formats.ts';
import type { MediaFormat } from '../../engine/project/formatTable.ts';
import { factsIn, type MediaFacts } from '../../engine/project/media.ts';
import { messages } from '../../engine/project/messages.ts';
import { getClient, isApiError } from '../state/server.ts';
import { type CheckOptions, checkUpload } from './checkUpload.ts';
import type { LocalMedia } from './mediaEntry.ts';
import { entryOf, forgetMedia, isMediaPath, keepFile, mediaTable, newMediaPath, putEntry } from './mediaTable.ts';
import { standIn } from './restoreMedia.ts';
import { cancelUpload, startUpload, upload } from './uploads.ts';

/** A file of so many bytes is not waited for until the browser has stored it. */
const LARGE_BYTES = 20_000_000;
/** For so long such a file is only shown: storing and sending it would take what its first picture needs, milliseconds. */
const FIRST_PICTURE_MS = 1500;

/** How to add a file. */
export interface AddOptions extends CheckOptions {
  signal?: AbortSignal;
  /** true: it is needed for a moment: the browser does not store it, and it goes up when somebody asks for it. Default false. */
  isPassing?: boolean;
}

/**
 * Takes a file of this device in: checks it, measures it, keeps it in the browser's database and
 * begins to upload it. A video that this browser cannot read is uploaded first and measured by the server.
 * @throws ApiError with the sentence that a person should read.
 */
export async function addFile(given: File, options: AddOptions = {}): Promise<LocalMedia> {
  const file = await checked(given, options);
  const { id, url } = newMediaPath(file.name);
  const facts = await measured(file, options);
  options.signal?.throwIfAborted();
  if (options.audio && facts && !facts.hasAudio) throw new ApiError(422, 'unreadable', messages.audioMissing);
  const shown = facts !== undefined && fits(facts, options);
  const isMade = !shown && isMadeForBrowsers(file);
  if (!shown && !isMade && file.type.startsWith('image/'))
    throw file.type === 'image/jpeg' ? notRedrawn() : unreadable();
  putEntry(
    {
      ...{ id, url, name: file.name, size: file.size, type: file.type },
      ...{ state: 'kept', sent: 0, shown },
      ...(shown ? { facts: { url, ...facts } } : {}),
    },
    file,
  );
  const { isAnimatedAvif } = await import('./measureFile.ts');
  const showsFirstOnly = await isAnimatedAvif(file);
  const chosen = shown ? { url, ...facts } : await measuredByServer(url, options);
  const entry = entryOf(url);
  // What has no pictures has none that cannot be shown.
  if (entry && chosen.kind === 'audio') entry.shown = true;
  if (isMade) await (await import('./derived.ts')).showStandIn(url, options.signal);
  const keep = () => keepFile(url).then(() => startUpload(url));
  if (!options.isPassing && file.size < LARGE_BYTES) await keep();
  else if (!options.isPassing) setTimeout(keep, FIRST_PICTURE_MS);
  return { ...chosen, id, name: file.name, size: file.size, shown: shown || (entry?.shown ?? false), showsFirstOnly };
}

/** A file that is taken, with its type where the browser knew none. @throws ApiError for any other, once the server was asked whether it takes more. */
async function checked(file: File, options: AddOptions): Promise<File> {
  const format = furtherFormat(file);
  const wrong = checkUpload(file, options);
  if (wrong === undefined) return typed(file, usualFormat(file));
  const known = format && (await (await getClient()).health().catch(() => undefined));
  const still = known ? checkUpload(file, { ...options, formats: known.formats }) : wrong;
  if (still !== undefined || !format) throw new ApiError(415, 'unsupported-type', still ?? wrong);
  return typed(file, format);
}

/** A file with its format's type, where the browser did not know it. */
function typed(file: File, format: MediaFormat | undefined): File {
  if (!format || format.types.includes(file.type.split(';')[0]?.trim().toLowerCase() ?? '')) return file;
  return new File([file], file.name, { type: format.types[0], lastModified: file.lastModified });
}

/**
 * Puts a file into the table under a path that a project already names, as from a project file.
 * It is kept, measured as far as this browser can, and uploaded.
 */
export async function adoptFile(url: string, file: File): Promise<void> {
  if (!isMediaPath(url)) throw new TypeError(`"${url}" is not a path of the media table.`);
  const facts = await measured(file);
  putEntry(
    {
      ...{ id: url.split('/')[1] ?? '', url, name: file.name, size: file.size, type: file.type },
      ...{ state: 'kept', sent: 0, shown: facts !== undefined },
      ...(facts ? { facts: { url, ...facts } } : {}),
    },
    file,
  );
  await keepFile(url);
  startUpload(url);
  if (isMadeForBrowsers(file)) standIn(url);
}

/** What this browser can tell of a file; undefined where it cannot show it, or not hear it where sound is wanted. */
async function measured(file: File, { audio = false }: CheckOptions = {}): Promise<MediaFacts | undefined> {
  mediaTable.measuring += 1;
  try {
    const { measureFile } = await import('./measureFile.ts');
    const facts = await measureFile(file);
    // A video with sound whose pictures it cannot decode looks like a sound to it.
    const isUnseen = facts?.kind === 'audio' && file.type.startsWith('video/');
    return isUnseen && !audio ? undefined : facts;
  } finally {
    mediaTable.measuring -= 1;
  }
}

async function measuredByServer(url: string, options: AddOptions): Promise<ChosenMedia> {
  const stop = () => cancelUpload(url);
  options.signal?.addEventListener('abort', stop);
  try {
    const facts = factsIn(await upload(url));
    if (!facts || !fits(facts, options)) throw unreadable();
    return { url, ...facts };
  } catch (error) {
    forgetMedia(url);
    const isRefused = isApiError(error) && ['unsupported-type', 'unreadable'].includes(error.code);
    // Its name is that of a format that is taken, so it is not the format that is wrong, unless the server names it.
    if (isRefused && !isNamed(error.message)) throw unreadable();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', stop);
  }
}

/** Whether a file is of use for what it was chosen for: sound alone is only where sound is wanted. */
function fits({ kind, hasAudio }: MediaFacts, { imagesOnly, audio, sounds }: CheckOptions): boolean {
  if (audio) return hasAudio;
  return imagesOnly ? kind === 'image' : sounds || kind !== 'audio';
}

/** Whether the server said which format a file is of. */
function isNamed(sentence: string): boolean {
  return sentence !== messages.uploadFormat && sentence.endsWith(messages.uploadFormat.slice(-40));
}

function unreadable(): ApiError {
  return new ApiError(422, 'unreadable', messages.uploadUnreadable);
}

/** A JPEG that cannot be redrawn upright. */
function notRedrawn(): ApiError {
  return new ApiError(422, 'unreadable', messages.uploadJpeg);
}
