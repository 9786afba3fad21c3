import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { DiskFullError } from '../../system/diskFull.ts';
import type { S3Settings } from '../../system/s3Settings.ts';
import { S3Error, StorageUnreachableError } from './errors.ts';
import { elementsOf, textOf } from './xml.ts';

/** A request to the storage. */
export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Object key without the settings' prefix; '' for the bucket. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | string;
  /** Milliseconds of retries, and limit of a silent try; default: the client's timeouts. */
  giveUpAfterMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Client for one bucket of an S3 storage. */
export interface S3Client {
  /**
   * Sends a request, with retries while the storage is unreachable or busy. The caller must read or cancel the body.
   * @throws S3Error if it is rejected; DiskFullError if the storage is full; StoreAwayError; the signal's reason.
   */
  send(request: S3Request): Promise<Response>;
  /**
   * Like `send`, but reads the answer. Retries answers that are cut off or that report a failure at the end.
   * @throws S3Error with status 200 for a rejection inside such an answer.
   */
  text(request: S3Request): Promise<string>;
  /** Returns a presigned URL at the endpoint for browsers, valid for some seconds. */
  sign(request: Pick<S3Request, 'method' | 'key' | 'query' | 'headers'>, seconds: number): Promise<string>;
}

/** Milliseconds of retries, not counting transfer time; and milliseconds that one try may be silent. */
export interface StoreTimeouts {
  giveUpAfterMs: number;
  answerMs: number;
}

/** Long, because otherwise the result would have to be rendered again. */
const usualTimeouts: StoreTimeouts = { giveUpAfterMs: 60_000, answerMs: 20_000 };

/** Most milliseconds of transfer on a slow connection, over all tries. */
const MOST_SENDING_MS = 1_800_000;
/** Bytes passed to the connection at a time. */
const STEP_BYTES = 65_536;

/** Creates a client. */
export function createS3Client(settings: S3Settings, timeouts: StoreTimeouts = usualTimeouts): S3Client {
  const { accessKeyId, secretAccessKey, region } = settings;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  // Difference between the storage's clock and ours, in milliseconds: signatures are only valid for some minutes.
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
  /** Tries once. @returns the processed answer, or why a retry makes sense. */
  const tryOnce = async <T>(request: S3Request, handle: Handle<T>, onBytes: () => void): Promise<T | Again> => {
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
    if (answer.ok || answer.status === 304) return handle(answer);
    const error = refusalIn(await answer.text().catch(() => ''), answer, request);
    if (error.code === 'RequestTimeTooSkewed') {
      const theirs = Date.parse(answer.headers.get('date') ?? '');
      const before = ahead;
      if (!Number.isNaN(theirs)) ahead = theirs - Date.now();
      if (Math.abs(ahead - before) > 1000) return new Again(error);
    }
    return againUnlessRefused(error, settings.bucket);
  };
  const requestWithRetry = async <T>(request: S3Request, handle: Handle<T>): Promise<T> => {
    // Monotonic, since the wall clock may be set.
    let end = performance.now() + Math.min(request.giveUpAfterMs ?? Infinity, timeouts.giveUpAfterMs);
    let mostSendingMs = MOST_SENDING_MS;
    for (let tries = 0; ; tries += 1) {
      request.signal?.throwIfAborted();
      const begun = performance.now();
      let lastByteAt = begun;
      const taken = await tryOnce(request, handle, () => {
        lastByteAt = performance.now();
      });
      if (!(taken instanceof Again)) return taken;
      request.signal?.throwIfAborted();
      const sendingMs = Math.min(lastByteAt - begun, mostSendingMs);
      mostSendingMs -= sendingMs;
      end += sendingMs;
      if (performance.now() >= end) throw new StorageUnreachableError(nameOf(request), { cause: taken.why });
      await delay(pauseMs(tries), undefined, request.signal ? { signal: request.signal } : {}).catch(() => undefined);
    }
  };
  return {
    send: (request) => requestWithRetry(request, async (answer) => answer),
    text: (request) =>
      requestWithRetry(request, async (answer) => {
        const text = await answer.text().catch((error: Error) => new Again(error));
        // The storage starts to answer before it is done and may still fail.
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

/** Processes a successful answer. @returns the result, or why a retry makes sense. */
type Handle<T> = (answer: Response) => Promise<T | Again>;

/** The reason for a retry. */
class Again {
  constructor(readonly why: Error) {}
}

/**
 * Classifies a failure of the storage. @returns why a retry makes sense. @throws errors that a retry does not change.
 */
function againUnlessRefused(error: S3Error, bucket: string): Again {
  if (isFull(error)) throw new DiskFullError(`the bucket ${bucket}`, { cause: error });
  if (isPassing(error)) return new Again(error);
  throw error;
}

/** Converts an error answer. */
function refusalIn(text: string, { status }: Response, request: S3Request): S3Error {
  return new S3Error(textOf(text, 'Code') || String(status), status, nameOf(request));
}

/**
 * Waits for the head of an answer; its body may take longer.
 * @param quietMs longest silence. @param request creates the request; calls `alive` as its bytes are sent.
 * @returns a network error instead of throwing it.
 */
async function answerOf(
  quietMs: number,
  signal: AbortSignal | undefined,
  request: (alive: () => unknown) => Promise<Request>,
): Promise<Response | Error> {
  const timeout = new AbortController();
  let isWaiting = true;
  const abortSilent = () => timeout.abort(new Error(`No answer for ${quietMs / 1000} s.`));
  const timer = setTimeout(abortSilent, quietMs);
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

/** Wraps a body to report progress, so that a slow connection is not taken for a dead one. */
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
  // Storages require a declared length.
  const headers = { 'content-length': String(body.byteLength) };
  return { body: new ReadableStream({ pull }, { highWaterMark: 0 }), headers };
}

const passing = new Set(['SlowDown', 'RequestTimeout', 'InternalError', 'ServiceUnavailable', 'OperationAborted']);

/** Error codes of Ceph and MinIO for a bucket that has reached its quota. */
const full = new Set(['QuotaExceeded', 'XMinioAdminBucketQuotaExceeded', 'XMinioStorageFull']);

function isFull({ code, status }: S3Error): boolean {
  return full.has(code) || status === 507;
}

function isPassing({ code, status }: S3Error): boolean {
  return passing.has(code) || status >= 500 || status === 429 || status === 408;
}

/** Exponential backoff up to four seconds, with jitter. */
function pauseMs(tries: number): number {
  return Math.min(4000, 100 * 2 ** tries) * (0.5 + Math.random() / 2);
}

function nameOf({ method, key }: S3Request): string {
  return `${method} ${key || 'the bucket'}`;
}
