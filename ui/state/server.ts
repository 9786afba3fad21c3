import { proxy } from 'valtio/vanilla';
import type { Client } from '../../api/contract/client.ts';
import type { ApiError } from '../../api/contract/errors.ts';
import { later } from './later.ts';

/** Whether the server answered the last request. */
export const server = proxy({ reachable: true });

/** How often an absent server is asked for, milliseconds. */
const RETURN_MS = 2000;

let made: Promise<Client> | undefined;

/**
 * The page's one client of the service. It notes whether the server answers, so that every screen can say so.
 * Its code comes beside the first screen, not before it.
 */
export function getClient(): Promise<Client> {
  made ??= later(() => import('../../api/contract/client.ts')).then(({ createClient }) =>
    createClient({ fetch: watchedFetch }),
  );
  // Code that did not come once may come the next time.
  made.catch(() => {
    made = undefined;
  });
  return made;
}

/** Whether an error is an answer of the service (or the lack of one), with a sentence for a person. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** The first problem that an answer names and how many more there are; its message where it names none. */
export function problemWords({ message, problems, moreProblems }: Pick<ApiError, ListedFields>): string {
  const first = problems[0]?.message ?? message;
  const more = Math.max(0, problems.length - 1) + moreProblems;
  if (more === 0) return first;
  return more === 1 ? `${first} And 1 more problem.` : `${first} And ${more} more problems.`;
}

type ListedFields = 'message' | 'problems' | 'moreProblems';

/** The fetch of all clients of the page: it notes whether the server answers. */
export async function watchedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  try {
    // A deletion that is decided when the page is left must still go out.
    const call = () => fetch(input, init.method === 'DELETE' ? { ...init, keepalive: true } : init);
    const answer = await (init.method === 'POST' ? inOneSession(call) : call());
    server.reachable = true;
    return answer;
  } catch (error) {
    if (!init.signal?.aborted) noteAbsence();
    throw error;
  }
}

let hasSession = false;
let opening: Promise<unknown> | undefined;

/**
 * Lets the first call that may begin a session be answered before the others are sent: a browser that comes for the
 * first time would else be given a session by each, and what the others sent would not be its own.
 */
async function inOneSession(call: () => Promise<Response>): Promise<Response> {
  while (opening) await opening;
  if (hasSession) return call();
  const answer = call();
  opening = answer
    .then(
      ({ ok }) => {
        hasSession = ok;
      },
      () => undefined,
    )
    .finally(() => {
      opening = undefined;
    });
  return answer;
}

/** Asks now and then whether the server is there again, so that nobody has to. */
function noteAbsence(): void {
  if (!server.reachable) return;
  server.reachable = false;
  const ask = () => {
    if (server.reachable) return;
    watchedFetch('/api/v1/health').catch(() => setTimeout(ask, RETURN_MS));
  };
  setTimeout(ask, RETURN_MS);
}
