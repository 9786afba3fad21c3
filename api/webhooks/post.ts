import http from 'node:http';
import https from 'node:https';
import type { Doors } from '../sources/links/doors.ts';
import { LinkRefused } from '../sources/links/linkRefused.ts';

/** How a message is sent. */
export interface Posting {
  doors: Doors;
  /** For all of it: name, connection, sending, and the beginning of the answer; milliseconds. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** The beginning of an answer. Of its body nothing is read. */
export interface Answer {
  status: number;
  /** Seconds that the host asks to be left alone; undefined where it does not. */
  retryAfter: number | undefined;
}

/** There was no answer. `message` is a sentence for a person. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/**
 * Sends a message, once, to the address itself: a redirect is an answer as any other.
 * @throws NoAnswer; the signal's reason when it is aborted.
 */
export async function post(
  text: string,
  message: { body: string; headers: Readonly<Record<string, string>> },
  posting: Posting,
): Promise<Answer> {
  posting.signal.throwIfAborted();
  try {
    return await ask(posting.doors.read(text), message, posting);
  } catch (error) {
    posting.signal.throwIfAborted();
    throw new NoAnswer(sentenceOf(error), { cause: error });
  }
}

/** A connection of its own, to the very address that the doors looked at: a name that changes its mind in between changes nothing. */
function ask(
  url: URL,
  { body, headers }: Parameters<typeof post>[1],
  { doors, timeoutMs, signal }: Posting,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const told = { 'content-type': 'application/json', 'user-agent': 'Cutroom-Webhook/1', ...headers };
    const bytes = Buffer.from(body);
    const asked = request(url, {
      ...{ method: 'POST', agent: false, signal, lookup: doors.lookupFor(url) },
      headers: { ...told, 'content-length': bytes.byteLength },
    });
    const late = setTimeout(() => asked.destroy(new NoAnswer('It took too long to answer.')), timeoutMs);
    const take = (answer: http.IncomingMessage) => {
      answer.on('error', () => undefined);
      resolve({ status: answer.statusCode ?? 0, retryAfter: secondsOf(answer.headers['retry-after']) });
      // However much more of it would come.
      answer.destroy();
    };
    asked.on('error', reject);
    asked.on('response', take);
    // Another protocol is spoken by nobody here. Unless somebody listens, that ends without an error.
    asked.on('upgrade', (answer, socket) => {
      take(answer);
      socket.destroy();
    });
    asked.on('close', () => {
      clearTimeout(late);
      reject(new NoAnswer('The connection was lost.'));
    });
    asked.end(bytes);
  });
}

/** The header counts seconds or names a time. */
function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

function sentenceOf(error: unknown): string {
  if (error instanceof NoAnswer || error instanceof LinkRefused) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? 'The connection was lost.' : `The connection failed (${code}).`;
}
