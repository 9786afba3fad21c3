import http from 'node:http';
import https from 'node:https';
import type { EgressRules } from '../sources/links/egressRules.ts';
import { fail, isFailure } from '../system/serviceError.ts';

/** Options of a call. */
export interface Posting {
  doors: EgressRules;
  /** Timeout for DNS, connection, request and response head, in milliseconds. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** The head of a response; the body is not read. */
export interface Answer {
  status: number;
  /** Seconds of a Retry-After header, if any. */
  retryAfter: number | undefined;
}

/**
 * Sends a message once, without following redirects.
 * @throws ServiceError "unavailable" if there was no response;  the signal's reason when aborted.
 */
export async function sendRequest(
  text: string,
  message: { body: string; headers: Readonly<Record<string, string>> },
  posting: Posting,
): Promise<Answer> {
  posting.signal.throwIfAborted();
  try {
    return await post(posting.doors.read(text), message, posting);
  } catch (error) {
    posting.signal.throwIfAborted();
    throw fail('unavailable', sentenceOf(error), { cause: error });
  }
}

/** Uses a new connection to exactly the address that was checked, so DNS rebinding has no effect. */
function post(
  url: URL,
  { body, headers }: Parameters<typeof sendRequest>[1],
  { doors, timeoutMs, signal }: Posting,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const allHeaders = { 'content-type': 'application/json', 'user-agent': 'Cutroom-Webhook/1', ...headers };
    const bytes = Buffer.from(body);
    const asked = request(url, {
      ...{ method: 'POST', agent: false, signal, lookup: doors.lookupFor(url) },
      headers: { ...allHeaders, 'content-length': bytes.byteLength },
    });
    const late = setTimeout(() => asked.destroy(fail('unavailable', 'It took too long to answer.')), timeoutMs);
    const readAnswer = (answer: http.IncomingMessage) => {
      answer.on('error', () => undefined);
      resolve({ status: answer.statusCode ?? 0, retryAfter: secondsOf(answer.headers['retry-after']) });
      // Discard the rest of the response.
      answer.destroy();
    };
    asked.on('error', reject);
    asked.on('response', readAnswer);
    // No other protocols. Without a listener, an upgrade would end without an error.
    asked.on('upgrade', (answer, socket) => {
      readAnswer(answer);
      socket.destroy();
    });
    asked.on('close', () => {
      clearTimeout(late);
      reject(fail('unavailable', 'The connection was lost.'));
    });
    asked.end(bytes);
  });
}

/** Parses Retry-After, which contains seconds or a date. */
function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

function sentenceOf(error: unknown): string {
  if (isFailure(error, 'unavailable', 'link')) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? 'The connection was lost.' : `The connection failed (${code}).`;
}
