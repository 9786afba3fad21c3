import { open as openFile, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { S3Settings } from '../../system/s3Settings.ts';
import { checkedKey, isKey } from '../keys.ts';
import { type ByteRange, NotStoredError, type SharedStorage, type StoredObject } from '../storage.ts';
import type { S3Client, S3Request } from './client.ts';
import { composeObject, copyObject } from './compose.ts';
import { S3Error, StorageUnreachableError, WrongRangeError } from './errors.ts';
import type { LocalCache } from './localCache.ts';
import { putFile } from './putFile.ts';
import { readRange } from './readRange.ts';
import { elementsOf, textOf } from './xml.ts';

/** Lifetime of a presigned URL in seconds. */
const SIGNED_SECONDS = 3600;
/** Consecutive disconnects without progress after which a download fails. */
const MOST_CUTS = 5;
/** Shorter timeout when a client waits for the answer; milliseconds. */
const soon = { giveUpAfterMs: 15_000 };

/** Creates a storage in an S3 bucket. @param cache local copies for programs that read files. */
export function createS3Storage(client: S3Client, cache: LocalCache, settings: S3Settings): SharedStorage {
  const { prefix, publicEndpoint } = settings;
  const find = async (key: string, how: Hurry): Promise<StoredObject | undefined> => {
    const { headers } = (await unlessMissing(client.send({ method: 'HEAD', key: checkedKey(key), ...how }))) ?? {};
    if (!headers) return undefined;
    const modifiedAt = Date.parse(headers.get('last-modified') ?? '');
    return { key, size: Number(headers.get('content-length')), modifiedAt };
  };
  const open: Open = async (key, range, more) => {
    const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const answer = await unlessMissing(client.send({ method: 'GET', key: checkedKey(key), headers, ...more }));
    if (!answer) throw new NotStoredError(key);
    const body = range ? await readRange(answer, range, `GET ${key}`) : answer.body;
    return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
  };
  return {
    find: (key, signal) => find(key, { ...soon, signal }),
    open: (key, range) => open(key, range, soon),
    async put(key, file, { type, isPassing = false, sameAs, signal }) {
      const putOptions = { key: checkedKey(key), type, signal };
      const isCopied = sameAs !== undefined && (await unlessRefused(copyObject(client, settings, putOptions, sameAs)));
      if (!isCopied) await putFile(client, file, putOptions);
      // This process may read it next.
      if (!isPassing) await cache.adopt(key, file, (await stat(file)).size);
      await rm(file, { force: true });
    },
    compose: (key, pieces, type) => composeObject(client, settings, { key: checkedKey(key), type }, pieces),
    async remove(key) {
      await cache.drop(key);
      const answer = await unlessMissing(client.send({ method: 'DELETE', key: checkedKey(key), ...soon }));
      await answer?.body?.cancel();
    },
    list: (keys) => listObjects(client, prefix, keys),
    async fetchLocal(key, signal) {
      // Long work passes a signal that can abort it; callers without one want a quick answer.
      const timeouts = signal ? {} : soon;
      const found = await find(key, { ...timeouts, signal });
      if (!found) throw new NotStoredError(key);
      const write = (file: string, stop: AbortSignal) =>
        download(found, file, stop, (from, range) => open(from, range, { ...timeouts, signal: stop }));
      const file = await cache.fetch(key, found.size, write, signal);
      // Objects never change under their key.
      return { ...file, content: key };
    },
    pathOf: () => undefined,
    async signedGet(key, { type, disposition, isPrivate }) {
      if (publicEndpoint === undefined) return undefined;
      const dispositionQuery = disposition === undefined ? {} : { 'response-content-disposition': disposition };
      const kept = isPrivate ? 'private, no-cache' : 'private, max-age=3600';
      const query = { 'response-content-type': type, 'response-cache-control': kept, ...dispositionQuery };
      return client.sign({ method: 'GET', key: checkedKey(key), query }, SIGNED_SECONDS);
    },
    async signedPut(key, { type, size }) {
      if (publicEndpoint === undefined) return undefined;
      const headers = { 'content-type': type, 'content-length': String(size) };
      return client.sign({ method: 'PUT', key: checkedKey(key), headers }, SIGNED_SECONDS);
    },
  };
}

async function* listObjects(client: S3Client, prefix: string, keys: string): AsyncGenerator<StoredObject> {
  let next: string | undefined;
  do {
    const page = next === undefined ? {} : { 'continuation-token': next };
    const query = { 'list-type': '2', prefix: prefix + keys, ...page };
    const xml = await client.text({ method: 'GET', key: '', query, ...soon });
    for (const item of elementsOf(xml, 'Contents')) {
      const key = textOf(item, 'Key').slice(prefix.length);
      // Objects that others have stored there are not ours.
      if (!isKey(key)) continue;
      yield { key, size: Number(textOf(item, 'Size')), modifiedAt: Date.parse(textOf(item, 'LastModified')) };
    }
    next = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : undefined;
  } while (next !== undefined);
}

/** Timeout and signal of a request. */
type Hurry = Pick<S3Request, 'giveUpAfterMs' | 'signal'>;

/** Opens an object or a range of it. */
type Open = (key: string, range?: ByteRange, more?: Hurry) => Promise<Readable>;

/** Downloads an object to a file; resumes after disconnects. */
async function download({ key, size }: StoredObject, file: string, signal: AbortSignal, open: Open): Promise<void> {
  const handle = await openFile(file, 'w');
  let [at, cuts] = [0, 0];
  try {
    while (at < size) {
      try {
        const bytes = await open(key, { start: at, end: size - 1 });
        for await (const piece of bytes) {
          await handle.write(piece as Buffer, 0, (piece as Buffer).byteLength, at);
          at += (piece as Buffer).byteLength;
          cuts = 0;
        }
      } catch (error) {
        signal.throwIfAborted();
        cuts += 1;
        if (!isCut(error)) throw error;
        if (cuts > MOST_CUTS) throw new StorageUnreachableError(`GET ${key}`, { cause: error });
      }
    }
  } finally {
    await handle.close();
  }
}

/** Whether a connection ended early or returned a wrong range. */
function isCut(error: unknown): boolean {
  const { code, cause } = error as NodeJS.ErrnoException;
  return (
    error instanceof TypeError ||
    error instanceof WrongRangeError ||
    /^(ECONN|EPIPE|UND_ERR|ERR_STREAM)/.test(code ?? (cause as NodeJS.ErrnoException)?.code ?? '')
  );
}

/** If the storage cannot copy an object, it is uploaded instead. */
async function unlessRefused(copied: Promise<true>): Promise<boolean> {
  return copied.catch((error: unknown) => {
    if (error instanceof S3Error) return false;
    throw error;
  });
}

async function unlessMissing(asked: Promise<Response>): Promise<Response | undefined> {
  return asked.catch((error: unknown) => {
    // A missing bucket is not a missing object.
    if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return undefined;
    throw error;
  });
}
