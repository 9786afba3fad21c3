import type * as z from 'zod';
import { isHttpAddress } from '../../engine/project/mediaAddress.ts';
import { messages } from '../../engine/project/messages.ts';
import { ApiError } from './errors.ts';

/** Stores the anonymous session of a client without a cookie jar, such as the command line. */
export interface SessionStore {
  get(): string | undefined;
  set(value: string): void;
}

/** Connection to a service. */
export interface ClientOptions {
  /** Origin of the service, such as "http://localhost:3000"; default: '' (the page's own origin). */
  baseUrl?: string;
  /** Default: the global fetch. */
  fetch?: typeof fetch;
  /** Only without a cookie jar: browsers store the session themselves. */
  session?: SessionStore;
  /** API token of an account. */
  token?: string | undefined;
}

/** Cookie of the anonymous session. */
export const SESSION_COOKIE = 'cutroom_session';
/** The same over HTTPS: browsers bind it to this host. */
export const SAFE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;
/** Cookie of a sign-in. */
export const ACCOUNT_COOKIE = 'cutroom_account';
/** The same over HTTPS: browsers bind it to this host. */
export const SAFE_ACCOUNT_COOKIE = `__Host-${ACCOUNT_COOKIE}`;
/** Cookie of a device that has signed in before. */
export const DEVICE_COOKIE = 'cutroom_device';
/** The same over HTTPS. */
export const SAFE_DEVICE_COOKIE = `__Host-${DEVICE_COOKIE}`;

/**
 * Sends a request to the service; throws ApiError for unsuccessful answers. Of a full URL only path and query are used:
 * behind a proxy, a service may not know its own origin.
 */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Creates the function that all calls of a client use. */
export function createSend(options: ClientOptions): Send {
  const base = (options.baseUrl ?? '').replace(/\/+$/, '');
  const doFetch = options.fetch ?? ((input, init) => fetch(input, init));
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (options.token) headers.set('authorization', `Bearer ${options.token}`);
    const session = options.session?.get();
    if (session) headers.set('cookie', cookiesOf(session, base));
    const url = base + pathOf(path);
    let answer: Response;
    try {
      answer = await doFetch(url, {
        credentials: 'same-origin',
        ...init,
        headers,
      });
    } catch (error) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw new ApiError(0, 'network', `The server could not be reached${reason(error)}.`);
    }
    if (options.session) keepSession(answer, options.session);
    // 308 reports how much of an upload was received.
    if (!answer.ok && answer.status !== 308) throw await errorOf(answer);
    return answer;
  };
}

/** Returns path and query of a URL of the service, with or without an origin. */
export function pathOf(address: string): string {
  if (!isHttpAddress(address)) return address;
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Reads a JSON answer and validates it with its schema. */
export async function readJson<S extends z.ZodType>(answer: Response, schema: S): Promise<z.infer<S>> {
  const text = await answer.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError(0, 'answer', 'The server did not respond with JSON. Is this the right address?');
  }
  const parsed = schema.safeParse(value, { jitless: true });
  if (!parsed.success) throw new ApiError(0, 'answer', 'The server’s response has an unknown form.');
  return parsed.data;
}

/** Builds a JSON request. */
export function jsonInit(
  method: string,
  body: unknown,
  signal?: AbortSignal,
  headers: Record<string, string> = {},
): RequestInit {
  return {
    method,
    body: JSON.stringify(body),
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...headers,
    },
    ...(signal ? { signal } : {}),
  };
}

async function errorOf(answer: Response): Promise<ApiError> {
  const text = await answer.text().catch(() => '');
  const retry = Number(answer.headers.get('retry-after') || Number.NaN);
  const retryAfter = Number.isFinite(retry) ? retry : undefined;
  try {
    const { errorBody } = await import('./errorBody.ts');
    const { error } = errorBody.parse(JSON.parse(text), { jitless: true });
    return new ApiError(answer.status, error.code, error.message, error.problems ?? [], retryAfter, error.moreProblems);
  } catch {
    return new ApiError(answer.status, 'answer', answer.statusText || messages.noStatusText, [], retryAfter);
  }
}

/** Older servers only know the first name. */
function cookiesOf(session: string, base: string): string {
  const names = /^https:/i.test(base) ? [SESSION_COOKIE, SAFE_SESSION_COOKIE] : [SESSION_COOKIE];
  return names.map((name) => `${name}=${session}`).join('; ');
}

function keepSession(answer: Response, store: SessionStore): void {
  for (const cookie of answer.headers.getSetCookie?.() ?? []) {
    const found = new RegExp(`^(?:__Host-)?${SESSION_COOKIE}=([^;]+)`).exec(cookie)?.[1];
    if (found) store.set(found);
  }
}

function reason(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown } } | undefined)?.cause?.code;
  return typeof cause === 'string' ? ` (${cause})` : '';
}
