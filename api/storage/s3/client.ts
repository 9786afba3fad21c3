import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '../../system/s3Settings.ts';
import { S3Error, StoreAwayError } from './errors.ts';
import { textOf } from './xml.ts';

/** A request to the store. */
export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Of the object, without the prefix of the settings; '' for the bucket. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | string;
  /** How long it is tried anew, and how long one try waits at most, milliseconds; default: the client's patience. */
  giveUpAfterMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Speaks to one bucket of an S3 store. */
export interface S3Client {
  /**
   * Asks for something, again and again where the store is away or busy, for as long as the patience lasts. Its body is
   * to be read, or cancelled.
   * @throws S3Error for what it refuses; StoreAwayError; the signal's reason.
   */
  send(request: S3Request): Promise<Response>;
  /** An address that is good for so many seconds, at the endpoint for browsers. */
  sign(request: Pick<S3Request, 'method' | 'key' | 'query' | 'headers'>, seconds: number): Promise<string>;
}

/** How long a request is tried anew, and how long one try may wait for its answer; milliseconds. */
export interface Patience {
  giveUpAfterMs: number;
  answerMs: number;
}

/** What is stored would have to be made anew. */
const usualPatience: Patience = { giveUpAfterMs: 60_000, answerMs: 60_000 };

/** Makes a client. */
export function createS3Client(settings: S3Settings, patience: Patience = usualPatience): S3Client {
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
  /** @returns the answer, or why it is worth asking again. */
  const tryOnce = async (request: S3Request): Promise<Response | Error> => {
    const { method, key, query, headers, body, signal, giveUpAfterMs = Infinity } = request;
    const init = { method, headers: headers ?? {}, ...(body === undefined ? {} : { body }) };
    const signed = await aws.sign(urlOf(settings.endpoint, key, query), { ...init, aws: { datetime: clock() } });
    const answer = await answerOf(signed, Math.min(giveUpAfterMs, patience.answerMs), signal);
    if (answer instanceof Error || answer.ok || answer.status === 304) return answer;
    const text = await answer.text().catch(() => '');
    const error = new S3Error(textOf(text, 'Code') || String(answer.status), answer.status, nameOf(request));
    if (error.code === 'RequestTimeTooSkewed') {
      const theirs = Date.parse(answer.headers.get('date') ?? '');
      const before = ahead;
      if (!Number.isNaN(theirs)) ahead = theirs - Date.now();
      if (Math.abs(ahead - before) > 1000) return error;
    }
    if (isPassing(error)) return error;
    throw error;
  };
  return {
    async send(request) {
      const end = Date.now() + Math.min(request.giveUpAfterMs ?? Infinity, patience.giveUpAfterMs);
      for (let tries = 0; ; tries += 1) {
        request.signal?.throwIfAborted();
        const answer = await tryOnce(request);
        if (!(answer instanceof Error)) return answer;
        request.signal?.throwIfAborted();
        if (Date.now() >= end) throw new StoreAwayError(nameOf(request), { cause: answer });
        await delay(pauseMs(tries), undefined, request.signal ? { signal: request.signal } : {}).catch(() => undefined);
      }
    },
    async sign({ method, key, query, headers }, seconds) {
      const url = urlOf(settings.publicEndpoint ?? settings.endpoint, key, query);
      url.searchParams.set('X-Amz-Expires', String(seconds));
      const options = { signQuery: true, allHeaders: true, datetime: clock() };
      return (await aws.sign(url, { method, headers: headers ?? {}, aws: options })).url;
    },
  };
}

/** Waits for the head of an answer; its body may take longer. @returns what went wrong on the way. */
async function answerOf(request: Request, answerMs: number, signal: AbortSignal | undefined) {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error(`No answer in ${answerMs / 1000} s.`)), answerMs);
  try {
    const either = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    return await fetch(request, { signal: either });
  } catch (error) {
    return error as Error;
  } finally {
    clearTimeout(timer);
  }
}

const passing = new Set(['SlowDown', 'RequestTimeout', 'InternalError', 'ServiceUnavailable', 'OperationAborted']);

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
