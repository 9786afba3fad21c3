import type { FoundImage, ImageSourceId } from '../../contract/images.ts';
import { fail, isFailure, type ServiceError } from '../../system/serviceError.ts';
import { type FoundImages, idOfPicture, type RemotePicture } from './foundImages.ts';
import { type ImagePage, type ImageSource, pictureAddress } from './imageSource.ts';
import type { RemoteFiles } from './remoteFiles.ts';

/** Milliseconds that an answer is cached. */
const FRESH_MS = 3600_000;
/** Cached answers. */
const MOST_CACHED = 300;
/** Waiting searches. */
const MOST_WAITING = 8;
/** Timeout of a collection in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Largest accepted answer in bytes: a page of 20 images has a few hundred thousand. */
const MOST_BYTES = 4_000_000;

/** An image as an online collection describes it. */
export type RemoteImage = Omit<FoundImage, 'url' | 'thumbnail' | 'from'> & { picture: Omit<RemotePicture, 'source'> };

/** An online collection: its URLs, and how to read its answers. */
export interface Remote {
  id: ImageSourceId;
  title: string;
  /** Minimum milliseconds between two calls. */
  pauseMs: number;
  /** Last available page. */
  lastPage: number;
  address(query: string, page: number): URL;
  /** @param answer untrusted JSON. @throws if it is invalid. */
  read(answer: unknown): { found: RemoteImage[]; hasMore: boolean };
}

/** What online collections share. */
export interface RemoteParts {
  found: FoundImages;
  files: RemoteFiles;
  /** User agent that they require. */
  userAgent: string;
}

/** Queries an online collection politely: one call at a time, with pauses, and cached answers. */
export function remoteSource(remote: Remote, { found, files, userAgent }: RemoteParts): ImageSource {
  const cached = new Map<string, { until: number; page: Promise<ImagePage> }>();
  const paced = createPace(remote);
  const fetchPage = async (query: string, page: number): Promise<ImagePage> => {
    const answer = await paced(() => askJson(remote, remote.address(query, page), userAgent));
    const results = readBy(remote, answer);
    await found.remember(results.found.map(({ picture }) => ({ ...picture, source: remote.id })));
    return {
      images: results.found.map((one) => imageOf(remote.id, one)),
      hasMore: results.hasMore && page < remote.lastPage,
    };
  };
  return {
    id: remote.id,
    title: remote.title,
    async search(text, page) {
      const query = text.trim().replaceAll(/\s+/g, ' ');
      if (query === '' || page > remote.lastPage) return { images: [], hasMore: false };
      const key = `${page} ${query.toLowerCase()}`;
      const known = cached.get(key);
      if (known && known.until > performance.now()) return known.page;
      const asked = fetchPage(query, page);
      cached.delete(key);
      cached.set(key, { until: performance.now() + FRESH_MS, page: asked });
      const [oldest] = cached.keys();
      if (cached.size > MOST_CACHED && oldest !== undefined) cached.delete(oldest);
      asked.catch(() => {
        if (cached.get(key)?.page === asked) cached.delete(key);
      });
      return asked;
    },
    async picture(id, size) {
      const known = await found.find(remote.id, id);
      return known && files.get(known, size);
    },
  };
}

function imageOf(from: ImageSourceId, { picture, ...rest }: RemoteImage): FoundImage {
  const id = idOfPicture({ ...picture, source: from });
  return { ...rest, from, url: pictureAddress(from, id), thumbnail: pictureAddress(from, id, 'small') };
}

/** Serializes calls with pauses between them. */
function createPace({ pauseMs, title }: Remote): <T>(call: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (call) => {
    if (waiting > MOST_WAITING)
      throw fail('unavailable', `${title} receives too many requests. Please try again in a moment.`);
    waiting += 1;
    const before = last;
    const turn = before.then(call).finally(() => {
      waiting -= 1;
    });
    last = turn.catch(() => undefined).then(() => new Promise((resolve) => setTimeout(resolve, pauseMs).unref()));
    return turn;
  };
}

async function askJson({ title }: Remote, address: URL, userAgent: string): Promise<unknown> {
  try {
    const answer = await fetch(address, {
      headers: { accept: 'application/json', 'user-agent': userAgent },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status === 429) throw busy(title);
    if (!answer.ok) throw new Error(`The response was ${answer.status}.`);
    return JSON.parse(await readText(answer));
  } catch (error) {
    throw isFailure(error, 'unavailable') ? error : away(title, error);
  }
}

async function readText(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.byteLength;
    // Leaving the loop aborts the transfer.
    if (bytes > MOST_BYTES) throw new Error('The response was too long.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function readBy(remote: Remote, answer: unknown): ReturnType<Remote['read']> {
  try {
    return remote.read(answer);
  } catch (error) {
    throw away(remote.title, error);
  }
}

function busy(title: string): ServiceError {
  return fail('unavailable', `${title} is busy. Please try again in a moment.`);
}

function away(title: string, cause: unknown): ServiceError {
  return fail('unavailable', `${title} does not respond. Please try again later.`, { cause });
}
