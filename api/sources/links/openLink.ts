import http from 'node:http';
import https from 'node:https';
import { fail, isFailure } from '../../system/serviceError.ts';
import type { EgressRules } from './egressRules.ts';
import { brokenOff, noContent, tooManyTurns, tooSlow } from './linkMessages.ts';

/** Most redirects. */
const MAX_REDIRECTS = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Timeouts of websites. */
export interface LinkTimeouts {
  /** Milliseconds until the answer starts. */
  headMs: number;
  /** Milliseconds for everything that a link needs, including pages. */
  wholeMs: number;
  /** An answer must deliver at least `leastBytes` per this many milliseconds. */
  stallMs: number;
  leastBytes: number;
}

/** Suitable for large files on ordinary connections; a trickling answer is aborted after 15 s. */
export const usualTimeouts: LinkTimeouts = { headMs: 15_000, wholeMs: 300_000, stallMs: 15_000, leastBytes: 65_536 };

/** Some websites only answer requests with such headers. */
const headers = {
  'user-agent': 'Mozilla/5.0 (compatible; Cutroom)',
  accept: 'video/*,audio/*,image/*,text/html;q=0.9,*/*;q=0.8',
  'accept-encoding': 'identity',
};

/** An answer whose body is unread. */
export interface OpenedLink {
  /** Final URL after redirects. */
  url: URL;
  /** Declared media type in lowercase; '' if there is none. */
  type: string;
  /** Content encoding, such as gzip; '' for none. */
  coding: string;
  /** Declared bytes, if any. */
  length: number | undefined;
  body: http.IncomingMessage;
}

/** Options of a request. */
export interface Asking {
  doors: EgressRules;
  timeouts: LinkTimeouts;
  /** Aborts the request, including its body. */
  signal: AbortSignal;
  /** Further headers, such as the referring page. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Requests a link and follows up to three redirects, each checked by the same rules.
 * @throws ServiceError; the signal's reason when aborted.
 */
export async function openLink(link: URL, asking: Asking): Promise<OpenedLink> {
  let url = link;
  for (let turns = 0; turns <= MAX_REDIRECTS; turns += 1) {
    const body = await sendRequest(url, asking);
    const { statusCode = 0, headers: answerHeaders } = body;
    if (redirects.has(statusCode) && answerHeaders.location !== undefined) {
      body.destroy();
      url = asking.doors.read(answerHeaders.location, url);
      continue;
    }
    if (statusCode !== 200) {
      body.destroy();
      throw noContent();
    }
    const length = Number(answerHeaders['content-length'] ?? Number.NaN);
    return {
      ...{ url, body },
      type: answerHeaders['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '',
      coding:
        answerHeaders['content-encoding']
          ?.trim()
          .toLowerCase()
          .replace(/^identity$/, '') ?? '',
      length: Number.isSafeInteger(length) ? length : undefined,
    };
  }
  throw fail('link', tooManyTurns);
}

/** Uses a new connection: pooled ones may have been made under other rules. */
function sendRequest(url: URL, { doors, timeouts, signal, headers: more }: Asking): Promise<http.IncomingMessage> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const lookup = doors.lookupFor(url);
    const asked = request(url, { agent: false, lookup, signal, headers: { ...headers, ...more } });
    const late = setTimeout(() => asked.destroy(fail('link', tooSlow)), timeouts.headMs);
    asked.on('error', (error) => {
      clearTimeout(late);
      reject(signal.aborted ? signal.reason : reasonOf(error));
    });
    asked.on('response', (answer) => {
      clearTimeout(late);
      // The consumer gets the error; a discarded answer has no consumer.
      answer.on('error', () => undefined);
      resolve(answer);
    });
    asked.end();
  });
}

/**
 * Reads the bytes of an answer.
 * @throws ServiceError if it is interrupted or trickles; the signal's reason when aborted.
 */
export async function* bytesOf(
  { body }: Pick<OpenedLink, 'body'>,
  { timeouts, signal }: Pick<Asking, 'timeouts' | 'signal'>,
): AsyncGenerator<Buffer> {
  let since = 0;
  const watch = setInterval(() => {
    // Unread data in our buffer is not the website's fault.
    if (since < timeouts.leastBytes && body.readableLength === 0) body.destroy(fail('link', tooSlow));
    since = 0;
  }, timeouts.stallMs);
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      since += piece.byteLength;
      yield piece;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw reasonOf(error);
  } finally {
    clearInterval(watch);
    body.destroy();
  }
}

function reasonOf(error: unknown): unknown {
  return isFailure(error, 'link') ? error : fail('link', brokenOff, { cause: error });
}
