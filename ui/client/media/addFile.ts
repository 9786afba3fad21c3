import { type CheckOptions, checkUpload } from '../../../api/contract/checkUpload.ts';
import { ApiError } from '../../../api/contract/errors.ts';
import type { ChosenMedia } from '../../../engine/edit/newLayers.ts';
import type { MediaFormat } from '../../../engine/formats/formatTable.ts';
import { needsConversion, optionalFormat, usualFormat } from '../../../engine/project/formats.ts';
import { factsIn, type MediaFacts } from '../../../engine/project/media.ts';
import { messages } from '../../../engine/project/messages.ts';
import { getClient, isApiError } from '../page/server.ts';
import type { LocalMedia } from './mediaEntry.ts';
import { entryOf, forgetMedia, isMediaPath, mediaTable, newMediaPath, putEntry, storeFile } from './mediaTable.ts';
import { requestSubstitute } from './restoreMedia.ts';
import { cancelUpload, startUpload, upload } from './uploads.ts';

/** From this size in bytes on, a file is returned before the browser has stored it. */
const LARGE_BYTES = 20_000_000;
/** Delay before storing and uploading a large file, in milliseconds: its first frame should not have to wait. */
const FIRST_PICTURE_MS = 1500;

/** How to add a file. */
export interface AddOptions extends CheckOptions {
  signal?: AbortSignal;
  /** true: needed only temporarily; it is not stored, and uploaded only on request. Default: false. */
  isPassing?: boolean;
}

/**
 * Adds a local file: checks it, measures it, stores it in the database and starts uploading it. A video that this
 * browser cannot decode is uploaded first and measured by the server.
 * @throws ApiError with a message for the user.
 */
export async function addFile(original: File, options: AddOptions = {}): Promise<LocalMedia> {
  const file = await checked(original, options);
  const { id, url } = newMediaPath(file.name);
  const facts = await measured(file, options);
  options.signal?.throwIfAborted();
  if (options.audio && facts && !facts.hasAudio) throw new ApiError(422, 'unreadable', messages.audioMissing);
  const shown = facts !== undefined && fits(facts, options);
  const isMade = !shown && needsConversion(file);
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
  const { isAnimatedAvif } = await import('../../../engine/browser/media/measureFile.ts');
  const showsFirstOnly = await isAnimatedAvif(file);
  const chosen = shown ? { url, ...facts } : await measuredByServer(url, options);
  const entry = entryOf(url);
  // Audio has no frames that could not be displayed.
  if (entry && chosen.kind === 'audio') entry.shown = true;
  if (isMade) await (await import('./derived.ts')).showSubstitute(url, options.signal);
  const storeAndUpload = () => storeFile(url).then(() => startUpload(url));
  if (!options.isPassing && file.size < LARGE_BYTES) await storeAndUpload();
  else if (!options.isPassing) setTimeout(storeAndUpload, FIRST_PICTURE_MS);
  return { ...chosen, id, name: file.name, size: file.size, shown: shown || (entry?.shown ?? false), showsFirstOnly };
}

/**
 * Checks a file and sets its MIME type if the browser has none. @throws ApiError if neither the defaults nor the
 * formats reported by the server include it.
 */
async function checked(file: File, options: AddOptions): Promise<File> {
  const format = optionalFormat(file);
  const wrong = checkUpload(file, options);
  if (wrong === undefined) return typed(file, usualFormat(file));
  const known = format && (await (await getClient()).health().catch(() => undefined));
  const still = known ? checkUpload(file, { ...options, formats: known.formats }) : wrong;
  if (still !== undefined || !format) throw new ApiError(415, 'unsupported-type', still ?? wrong);
  return typed(file, format);
}

/** Returns a file with the MIME type of its format if the browser did not know it. */
function typed(file: File, format: MediaFormat | undefined): File {
  if (!format || format.types.includes(file.type.split(';')[0]?.trim().toLowerCase() ?? '')) return file;
  return new File([file], file.name, { type: format.types[0], lastModified: file.lastModified });
}

/**
 * Adds a file under a path that a project already uses, such as from a project file. Stores it, measures it as far as
 * this browser can, and uploads it.
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
  await storeFile(url);
  startUpload(url);
  if (needsConversion(file)) requestSubstitute(url);
}

/** Measures a file in this browser; undefined if it cannot be displayed, or played where audio is needed. */
async function measured(file: File, { audio = false }: CheckOptions = {}): Promise<MediaFacts | undefined> {
  mediaTable.measuring += 1;
  try {
    const { measureFile } = await import('../../../engine/browser/media/measureFile.ts');
    const facts = await measureFile(file);
    // A browser that cannot decode a video's frames reports it as audio.
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
    // Its name belongs to a supported format, so the format is not the problem, unless the server names it.
    if (isRefused && !isNamed(error.message)) throw unreadable();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', stop);
  }
}

/** Returns whether a file suits its purpose: audio files only where audio is accepted. */
function fits({ kind, hasAudio }: MediaFacts, { imagesOnly, audio, sounds }: CheckOptions): boolean {
  if (audio) return hasAudio;
  return imagesOnly ? kind === 'image' : sounds || kind !== 'audio';
}

/** Returns whether the server's message names the format of the file. */
function isNamed(sentence: string): boolean {
  return sentence !== messages.uploadFormat && sentence.endsWith(messages.uploadFormat.slice(-40));
}

function unreadable(): ApiError {
  return new ApiError(422, 'unreadable', messages.uploadUnreadable);
}

/** Error for a JPEG that cannot be redrawn upright. */
function notRedrawn(): ApiError {
  return new ApiError(422, 'unreadable', messages.uploadJpeg);
}
