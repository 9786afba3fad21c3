import { proxy } from 'valtio/vanilla';
import type { Client } from '../../../api/contract/client.ts';
import type { ApiError } from '../../../api/contract/errors.ts';
import { newId } from '../../../engine/project/id.ts';

/** Whether the server answered the last request. */
export const server = proxy({ reachable: true });

/** Polling interval while the server is unreachable, in milliseconds. */
const RETURN_MS = 2000;

let made: Promise<Client> | undefined;

/**
 * Returns the page's only API client. It tracks whether the server responds, so that every screen can show it. Its code
 * loads in parallel to the first screen.
 */
export function getClient(): Promise<Client> {
  made ??= import('../../../api/contract/client.ts').then(({ createClient }) => createClient({ fetch: watchedFetch }));
  // Allows a retry if the code failed to load.
  made.catch(() => {
    made = undefined;
  });
  return made;
}

/** Returns whether an error comes from the API (or its absence), with a message for the user. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** Returns the first problem of a response and the number of others; its message if it has no problems. */
export function problemWords({ message, problems, moreProblems }: Pick<ApiError, ListedFields>): string {
  const first = problems[0]?.message ?? message;
  const more = Math.max(0, problems.length - 1) + moreProblems;
  if (more === 0) return first;
  return more === 1 ? `${first} And 1 more problem.` : `${first} And ${more} more problems.`;
}

type ListedFields = 'message' | 'problems' | 'moreProblems';

/** Fetch for all clients of the page; tracks whether the server responds. */
export async function watchedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  try {
    // A deletion that is sent while the page closes must still go out.
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
 * Waits for the first request that may start a session before sending others: on a first visit, each would otherwise
 * start its own session and lose access to the others' data.
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

/** Polls the server until it responds again. */
function noteAbsence(): void {
  if (!server.reachable) return;
  server.reachable = false;
  const ask = () => {
    if (server.reachable) return;
    watchedFetch('/api/v1/health').catch(() => setTimeout(ask, RETURN_MS));
  };
  setTimeout(ask, RETURN_MS);
}

/** Returns a new Idempotency-Key, long enough to identify this browser to the server before it has a session. */
export function newIdempotencyKey(): string {
  return newId(24);
}
