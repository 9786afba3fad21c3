import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { DiskFullError } from '../../system/diskFull.ts';
import type { S3Settings } from '../../system/s3Settings.ts';
import { S3Error, StoreAwayError } from './errors.ts';
import { elementsOf, textOf } from './xml.ts';

/** A request to the store. */
export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Of the object, without the prefix of the settings; '' for the bucket. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | string;
  /** How long it is tried anew, and how long one try may be quiet, milliseconds; default: the client's timeouts. */
  giveUpAfterMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Speaks to one bucket of an S3 store. */
export interface S3Client {
  /**
   * Asks for something, again and again where the store is away or busy, until it gives up. Its body is
   * to be read, or cancelled.
   * @throws S3Error for what it refuses; DiskFullError where it has no room; StoreAwayError; the signal's reason.
   */
  send(request: S3Request): Promise<Response>;
  /**
   * As `send`, and reads the answer: one that is cut off, or that begins well and ends as a failure, is asked for again.
   * @throws S3Error with the status 200 for what such an answer refuses.
   */
  text(request: S3Request): Promise<string>;
  /** An address that is good for so many seconds, at the endpoint for browsers. */
  sign(request: Pick<S3Request, 'method' | 'key' | 'query' | 'headers'>, seconds: number): Promise<string>;
}

/** How long a request is tried anew, beside the time in which its bytes went; how long one try may be without a sign of life; milliseconds. */
export interface StoreTimeouts {
  giveUpAfterMs: number;
  answerMs: number;
}

/** What is stored would have to be made anew. */
const usualTimeouts: StoreTimeouts = { giveUpAfterMs: 60_000, answerMs: 20_000 };

/** On a slow line the bytes of a request may be on their way for so long, in all of its tries, milliseconds. */
const MOST_SENDING_MS = 1_800_000;
/** So many of them are handed to the connection at a time. */
const STEP_BYTES = 65_536;

/** Makes a client. */
export function createS3Client(settings: S3Settings, timeouts: StoreTimeouts = usualTimeouts): S3Client {
  const { accessKeyId, secretAccessKey, region } = settings;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  // How far the store's clock is ahead of this machine's, milliseconds: a signature is good for some minutes only.
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const urlOf = (endpoint: string, key: string, query: Record<string, string> = {}) => {
    const url = new URL(endpoint);
    const base = url.pathname.replace(/\/$/, '');
    if (!settings.pathStyle) url.host = `${settings.bucket}.${url.host}`;
    const bucket = settings.pathStyle ? `/${settings.bucket}` : '';
    url.pathname = `${base}${bucket}/${key && settings.prefix + key}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  /** @returns what was taken of the answer, or why it is worth asking again. */
  const tryOnce = async <T>(request: S3Request, take: Take<T>, onBytes: () => void): Promise<T | Again> => {
    const { method, key, query, headers, body, signal, giveUpAfterMs = Infinity } = request;
    const url = urlOf(settings.endpoint, key, query);
    const quietMs = Math.min(giveUpAfterMs, timeouts.answerMs);
    const answer = await answerOf(quietMs, signal, async (alive) => {
      const sent = bodyOf(body, () => {
        alive();
        onBytes();
      });
      const init = { method, ...sent, headers: { ...headers, ...sent.headers } };
      return aws.sign(url, { ...init, aws: { datetime: clock() } });
    });
    if (answer instanceof Error) return new Again(answer);
    if (answer.ok || answer.status === 304) return take(answer);
    const error = refusalIn(await answer.text().catch(() => ''), answer, request);
    if (error.code === 'RequestTimeTooSkewed') {
      const theirs = Date.parse(answer.headers.get('date') ?? '');
      const before = ahead;
      if (!Number.isNaN(theirs)) ahead = theirs - Date.now();
      if (Math.abs(ahead - before) > 1000) return new Again(error);
    }
    return againUnlessRefused(error, settings.bucket);
  };
  const ask = async <T>(request: S3Request, take: Take<T>): Promise<T> => {
    // Not the clock of the day, which may be set.
    let end = performance.now() + Math.min(request.giveUpAfterMs ?? Infinity, timeouts.giveUpAfterMs);
    let mostSendingMs = MOST_SENDING_MS;
    for (let tries = 0; ; tries += 1) {
      request.signal?.throwIfAborted();
      const begun = performance.now();
      let heardAt = begun;
      const taken = await tryOnce(request, take, () => {
        heardAt = performance.now();
      });
      if (!(taken instanceof Again)) return taken;
      request.signal?.throwIfAborted();
      const sendingMs = Math.min(heardAt - begun, mostSendingMs);
      mostSendingMs -= sendingMs;
      end += sendingMs;
      if (performance.now() >= end) throw new StoreAwayError(nameOf(request), { cause: taken.why });
      await delay(pauseMs(tries), undefined, request.signal ? { signal: request.signal } : {}).catch(() => undefined);
    }
  };
  return {
    send: (request) => ask(request, async (answer) => answer),
    text: (request) =>
      ask(request, async (answer) => {
        const text = await answer.text().catch((error: Error) => new Again(error));
        // The store begins to answer before it is done, and may still fail.
        if (text instanceof Again || elementsOf(text, 'Error').length === 0) return text;
        return againUnlessRefused(refusalIn(text, answer, request), settings.bucket);
      }),
    async sign({ method, key, query, headers }, seconds) {
      const url = urlOf(settings.publicEndpoint ?? settings.endpoint, key, query);
      url.searchParams.set('X-Amz-Expires', String(seconds));
      const options = { signQuery: true, allHeaders: true, datetime: clock() };
      return (await aws.sign(url, { method, headers: headers ?? {}, aws: options })).url;
    },
  };
}

/** Takes what is wanted of a good answer. @returns it, or why it is worth asking again. */
type Take<T> = (answer: Response) => Promise<T | Again>;

/** Why something is worth asking again. */
class Again {
  constructor(readonly why: Error) {}
}

/** @returns why something is worth asking again that a store could not do. @throws what asking again does not change. */
function againUnlessRefused(error: S3Error, bucket: string): Again {
  if (isFull(error)) throw new DiskFullError(`the bucket ${bucket}`, { cause: error });
  if (isPassing(error)) return new Again(error);
  throw error;
}

/** What a store refused, by what it says of it. */
function refusalIn(text: string, { status }: Response, request: S3Request): S3Error {
  return new S3Error(textOf(text, 'Code') || String(status), status, nameOf(request));
}

/**
 * Waits for the head of an answer; its body may take longer.
 * @param quietMs longest without a sign of life. @param request makes what is asked; calls `alive` as its bytes go.
 * @returns what went wrong on the way.
 */
async function answerOf(
  quietMs: number,
  signal: AbortSignal | undefined,
  request: (alive: () => unknown) => Promise<Request>,
): Promise<Response | Error> {
  const timeout = new AbortController();
  let isWaiting = true;
  const giveUp = () => timeout.abort(new Error(`No sign of life in ${quietMs / 1000} s.`));
  const timer = setTimeout(giveUp, quietMs);
  try {
    const either = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    return await fetch(await request(() => isWaiting && timer.refresh()), { signal: either });
  } catch (error) {
    return error as Error;
  } finally {
    isWaiting = false;
    clearTimeout(timer);
  }
}

/** The body of a request that tells as its bytes go, so that a slow line is not taken for a dead one. */
function bodyOf(body: S3Request['body'], onBytes: () => void): { body?: BodyInit; headers: Record<string, string> } {
  if (body === undefined || typeof body === 'string' || body.byteLength <= STEP_BYTES)
    return { ...(body === undefined ? {} : { body }), headers: {} };
  let at = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    onBytes();
    controller.enqueue(body.subarray(at, at + STEP_BYTES));
    at += STEP_BYTES;
    if (at >= body.byteLength) controller.close();
  };
  // A store takes nothing whose length it is not told.
  const headers = { 'content-length': String(body.byteLength) };
  return { body: new ReadableStream({ pull }, { highWaterMark: 0 }), headers };
}

const passing = new Set(['SlowDown', 'RequestTimeout', 'InternalError', 'ServiceUnavailable', 'OperationAborted']);

/** Ceph's and MinIO's words for a bucket that holds as much as it may. */
const full = new Set(['QuotaExceeded', 'XMinioAdminBucketQuotaExceeded', 'XMinioStorageFull']);

function isFull({ code, status }: S3Error): boolean {
  return full.has(code) || status === 507;
}

function isPassing({ code, status }: S3Error): boolean {
  return passing.has(code) || status >= 500 || status === 429 || status === 408;
}

/** Ever longer, up to four seconds, and never of many at once. */
function pauseMs(tries: number): number {
  return Math.min(4000, 100 * 2 ** tries) * (0.5 + Math.random() / 2);
}

function nameOf({ method, key }: S3Request): string {
  return `${method} ${key || 'the bucket'}`;
}
