import http from 'node:http';
import https from 'node:https';
import type { Doors } from './doors.ts';
import { brokenOff, LinkRefused, noContent, tooManyTurns, tooSlow } from './linkRefused.ts';

/** How many times an address may lead on to another one. */
const MAX_REDIRECTS = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/** How long a website may take. */
export interface LinkTimeouts {
  /** Until it begins to answer, milliseconds. */
  headMs: number;
  /** For all that a link needs: the pages on the way too, milliseconds. */
  wholeMs: number;
  /** An answer brings at least `leastBytes` in so many milliseconds. */
  stallMs: number;
  leastBytes: number;
}

/** For large files over ordinary lines; a trickle that only holds a place ends after 15 s. */
export const usualTimeouts: LinkTimeouts = { headMs: 15_000, wholeMs: 300_000, stallMs: 15_000, leastBytes: 65_536 };

/** What websites are told who asks; some answer nothing to nobody. */
const headers = {
  'user-agent': 'Mozilla/5.0 (compatible; Cutroom)',
  accept: 'video/*,audio/*,image/*,text/html;q=0.9,*/*;q=0.8',
  'accept-encoding': 'identity',
};

/** An answer whose body is still to be read. */
export interface OpenedLink {
  /** Where it came from in the end. */
  url: URL;
  /** MIME type as the website calls it, in small letters; '' where it says none. */
  type: string;
  /** Coding of the body, such as gzip; '' for none. */
  coding: string;
  /** Bytes that the website says will come; undefined where it does not. */
  length: number | undefined;
  body: http.IncomingMessage;
}

/** How to ask. */
export interface Asking {
  doors: Doors;
  timeouts: LinkTimeouts;
  /** Ends it, the reading of the body too. */
  signal: AbortSignal;
  /** More to tell the website, such as where the link stood. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Asks for a link, and goes where it leads: at most three times, through the same doors each time.
 * @throws LinkRefused; the signal's reason when it is aborted.
 */
export async function openLink(link: URL, asking: Asking): Promise<OpenedLink> {
  let url = link;
  for (let turns = 0; turns <= MAX_REDIRECTS; turns += 1) {
    const body = await ask(url, asking);
    const { statusCode = 0, headers: told } = body;
    if (redirects.has(statusCode) && told.location !== undefined) {
      body.destroy();
      url = asking.doors.read(told.location, url);
      continue;
    }
    if (statusCode !== 200) {
      body.destroy();
      throw noContent();
    }
    const length = Number(told['content-length'] ?? Number.NaN);
    return {
      ...{ url, body },
      type: told['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '',
      coding:
        told['content-encoding']
          ?.trim()
          .toLowerCase()
          .replace(/^identity$/, '') ?? '',
      length: Number.isSafeInteger(length) ? length : undefined,
    };
  }
  throw new LinkRefused(tooManyTurns);
}

/** One request on a connection of its own: no other request's connection, made under other rules, is used again. */
function ask(url: URL, { doors, timeouts, signal, headers: more }: Asking): Promise<http.IncomingMessage> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const lookup = doors.lookupFor(url);
    const asked = request(url, { agent: false, lookup, signal, headers: { ...headers, ...more } });
    const late = setTimeout(() => asked.destroy(new LinkRefused(tooSlow)), timeouts.headMs);
    asked.on('error', (error) => {
      clearTimeout(late);
      reject(signal.aborted ? signal.reason : reasonOf(error));
    });
    asked.on('response', (answer) => {
      clearTimeout(late);
      // Whoever reads it hears of its end; nobody may be reading when it is thrown away.
      answer.on('error', () => undefined);
      resolve(answer);
    });
    asked.end();
  });
}

/**
 * The bytes of an answer as they come.
 * @throws LinkRefused when it breaks off or only trickles; the signal's reason when aborted.
 */
export async function* bytesOf(
  { body }: Pick<OpenedLink, 'body'>,
  { timeouts, signal }: Pick<Asking, 'timeouts' | 'signal'>,
): AsyncGenerator<Buffer> {
  let since = 0;
  const watch = setInterval(() => {
    // What lies here unread is not the website's fault.
    if (since < timeouts.leastBytes && body.readableLength === 0) body.destroy(new LinkRefused(tooSlow));
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
  return error instanceof LinkRefused ? error : new LinkRefused(brokenOff, { cause: error });
}
