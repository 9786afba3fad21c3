import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { ProblemError } from '../../../engine/project/problems.ts';
import type { Folders } from '../../storage/folders.ts';
import { saveStream, TooLargeError } from '../../storage/saveStream.ts';
import { limitConcurrency } from '../../system/limitConcurrency.ts';
import { publish } from '../../system/publish.ts';
import { trimFolder } from '../../system/trimFolder.ts';
import { sniffUpload } from '../mediaTypes.ts';
import { probeOwn } from '../probing.ts';
import type { RemotePicture } from './foundImages.ts';
import { type GivenPicture, type PictureSize, SourceError } from './imageSource.ts';

/** Most bytes of a picture. */
const MOST_BYTES = { large: 40_000_000, small: 4_000_000 };
/** Most bytes of pictures that are stored. */
const MOST_STORED = 500_000_000;
/** How long a picture may take, milliseconds. */
const TIMEOUT_MS = 60_000;
/** How many are fetched at a time, and how many may wait. */
const [AT_A_TIME, MOST_WAITING] = [6, 60];

/** The bytes of a public address. @throws for what is none, or when it breaks off. */
export type OpenPublic = (url: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;

/** Pictures of the network, each fetched once and stored as long as there is room. */
export interface RemoteFiles {
  /** @throws SourceError where it cannot be had, or is no picture that is taken. */
  get(picture: RemotePicture & { id: string }, size: PictureSize): Promise<GivenPicture>;
  /** Ends what is being fetched. */
  close(): Promise<void>;
}

/** Makes the store. @param open refuses addresses that are not public. */
export function createRemoteFiles({ images, work }: Pick<Folders, 'images' | 'work'>, open: OpenPublic): RemoteFiles {
  const stop = new AbortController();
  const running = new Map<string, Promise<GivenPicture>>();
  const turns = limitConcurrency(AT_A_TIME);
  const fetchOne = async (url: string, size: PictureSize, place: string): Promise<GivenPicture> => {
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
      throw error instanceof SourceError ? error : gone(error);
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
        throw new SourceError('busy', 'Too many images are loading. Please try again in a moment.');
      const url = size === 'small' ? picture.thumbnail : picture.url;
      const fetching = turns(() => fetchOne(url, size, place)).finally(() => running.delete(place));
      running.set(place, fetching);
      return fetching;
    },
    async close() {
      stop.abort(new SourceError('away', 'The service is stopping.'));
      await Promise.allSettled(running.values());
    },
  };
}

/** A picture that is stored; it counts as used now. */
async function storedAt(place: string): Promise<GivenPicture | undefined> {
  const now = new Date();
  const isThere = await utimes(place, now, now).then(
    () => true,
    () => false,
  );
  return isThere ? { file: place, mime: await pictureType(place) } : undefined;
}

/** What a file is by its content. @throws SourceError for what is no picture, or one too large to be decoded. */
async function pictureType(file: string): Promise<string> {
  const mime = (await sniffUpload(file))?.mime ?? '';
  if (!/^image\/(jpeg|png|gif|webp)$/.test(mime)) throw gone();
  const { kind } = await probeOwn(file).catch((error: unknown) => {
    throw error instanceof ProblemError ? gone(error) : error;
  });
  if (kind !== 'image') throw gone();
  return mime;
}

function gone(cause?: unknown): SourceError {
  const why = cause instanceof TooLargeError ? 'it is too large' : 'its website does not give it';
  return new SourceError('away', `This image cannot be loaded: ${why}. Choose another one.`, cause);
}
