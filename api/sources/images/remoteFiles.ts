import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { ProblemError } from '../../../engine/project/problems.ts';
import type { Folders } from '../../storage/folders.ts';
import { saveStream } from '../../storage/saveStream.ts';
import { limitConcurrency } from '../../system/limitConcurrency.ts';
import { publish } from '../../system/publish.ts';
import { fail, isFailure, type ServiceError } from '../../system/serviceError.ts';
import { trimFolder } from '../../system/trimFolder.ts';
import { sniffUpload } from '../mediaTypes.ts';
import { probeOwn } from '../probing.ts';
import type { RemotePicture } from './foundImages.ts';
import type { PictureData, PictureSize } from './imageSource.ts';

/** Most bytes of an image. */
const MOST_BYTES = { large: 40_000_000, small: 4_000_000 };
/** Most bytes of stored images. */
const MOST_STORED = 500_000_000;
/** Timeout of an image in milliseconds. */
const TIMEOUT_MS = 60_000;
/** Concurrent and waiting downloads. */
const [AT_A_TIME, MOST_WAITING] = [6, 60];

/** Reads the bytes of a public URL. @throws if it is not public, or the transfer fails. */
export type OpenPublic = (url: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;

/** Online images; each is downloaded once and cached while there is space. */
export interface RemoteFiles {
  /** @throws ServiceError if it cannot be loaded or is not an accepted image. */
  get(picture: RemotePicture & { id: string }, size: PictureSize): Promise<PictureData>;
  /** Aborts running downloads. */
  close(): Promise<void>;
}

/** Creates the cache. @param open rejects URLs that are not public. */
export function createRemoteFiles({ images, work }: Pick<Folders, 'images' | 'work'>, open: OpenPublic): RemoteFiles {
  const stop = new AbortController();
  const running = new Map<string, Promise<PictureData>>();
  const turns = limitConcurrency(AT_A_TIME);
  const fetchOne = async (url: string, size: PictureSize, place: string): Promise<PictureData> => {
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const job = await mkdtemp(path.join(work, 'image-'));
    try {
      const draft = path.join(job, 'picture');
      await saveStream(open(url, signal), draft, { max: MOST_BYTES[size], signal });
      const mime = await pictureType(draft);
      await mkdir(images, { recursive: true });
      await publish(draft, place);
      await trimFolder(images, { ending: '.picture', most: MOST_STORED, of: 'bytes' });
      return { file: place, mime };
    } catch (error) {
      throw isFailure(error, 'unavailable') ? error : gone(error);
    } finally {
      await rm(job, { recursive: true, force: true });
    }
  };
  return {
    async get(picture, size) {
      const place = path.join(images, `${picture.id}-${size}.picture`);
      const stored = await storedAt(place);
      if (stored) return stored;
      const known = running.get(place);
      if (known) return known;
      if (running.size >= AT_A_TIME + MOST_WAITING)
        throw fail('unavailable', 'Too many images are loading. Please try again in a moment.');
      const url = size === 'small' ? picture.thumbnail : picture.url;
      const fetching = turns(() => fetchOne(url, size, place)).finally(() => running.delete(place));
      running.set(place, fetching);
      return fetching;
    },
    async close() {
      stop.abort(fail('unavailable', 'The service is stopping.'));
      await Promise.allSettled(running.values());
    },
  };
}

/** Returns a cached image and marks it as recently used. */
async function storedAt(place: string): Promise<PictureData | undefined> {
  const now = new Date();
  const isThere = await utimes(place, now, now).then(
    () => true,
    () => false,
  );
  return isThere ? { file: place, mime: await pictureType(place) } : undefined;
}

/** Detects the media type of a file. @throws ServiceError if it is not an image, or too large to decode. */
async function pictureType(file: string): Promise<string> {
  const mime = (await sniffUpload(file))?.mime ?? '';
  if (!/^image\/(jpeg|png|gif|webp)$/.test(mime)) throw gone();
  const { kind } = await probeOwn(file).catch((error: unknown) => {
    throw error instanceof ProblemError ? gone(error) : error;
  });
  if (kind !== 'image') throw gone();
  return mime;
}

function gone(cause?: unknown): ServiceError {
  const why = isFailure(cause, 'too-large') ? 'it is too large' : 'its website does not serve it';
  return fail('unavailable', `This image cannot be loaded: ${why}. Choose another one.`, { cause });
}
