import { proxy, ref } from 'valtio/vanilla';
import type { Overview } from '../../../api/contract/operator.ts';
import { createOperatorClient, type OperatorClient } from '../../../api/contract/operatorClient.ts';
import { showFailure } from '../page/notices.ts';
import { isApiError, watchedFetch } from '../page/server.ts';

const key = 'cutroom-operator';
const POLL_MS = 4000;

/** State of the operator page. */
export const operator = proxy({
  /** Token, retained while the tab is open; '' before it is entered. */
  token: readToken(),
  overview: undefined as Overview | undefined,
  /** Ids of videos being retried; 'all' for all of them. */
  retrying: [] as string[],
  /** Number of videos retried so far by "retry all". */
  retried: 0,
  /** Result of the last retry. */
  message: '',
});

/** Verifies and stores a token. @throws ApiError if the server rejects it. */
export async function signIn(token: string): Promise<void> {
  const overview = await clientOf(token.trim()).overview();
  Object.assign(operator, { token: token.trim(), overview: ref(overview), message: '' });
  keepToken(operator.token);
}

/** Forgets the token; the page shows no data afterwards. */
export function signOut(): void {
  Object.assign(operator, { token: '', overview: undefined, message: '' });
  keepToken('');
}

/** Polls while the page is visible. @returns a function that stops it. */
export function pollOverview(): () => void {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const turn = async () => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible' || ending.signal.aborted) return;
    await refresh(ending.signal);
    if (!ending.signal.aborted) timer = setTimeout(turn, POLL_MS);
  };
  document.addEventListener('visibilitychange', () => void turn(), { signal: ending.signal });
  void turn();
  return () => {
    ending.abort();
    clearTimeout(timer);
  };
}

/** Retries one video. */
export function retryOne(id: string, attempt: number): Promise<void> {
  return retry(id, async (client) => {
    const { isRetried } = await client.retry(id, attempt);
    return isRetried ? 'The video is in the queue again.' : 'This video was already retried.';
  });
}

/** Retries all videos that failed through a fault of the server before the last poll of the page. */
export function retryAll(): Promise<void> {
  return retry('all', async (client) => {
    const { at } = operator.overview ?? { at: new Date(0).toISOString() };
    for (let left = 1; left > 0; ) {
      const answer = await client.retryAll(at);
      operator.retried += answer.retried;
      left = answer.left;
    }
    const count = operator.retried;
    return count === 1 ? 'The video is in the queue again.' : `${count} videos are in the queue again.`;
  });
}

async function retry(what: string, call: (client: OperatorClient) => Promise<string>): Promise<void> {
  if (operator.retrying.includes(what)) return;
  operator.retrying.push(what);
  Object.assign(operator, { retried: 0, message: '' });
  try {
    operator.message = await call(clientOf(operator.token));
    await refresh();
  } catch (error) {
    showFailure(error);
  }
  operator.retrying = operator.retrying.filter((one) => one !== what);
}

async function refresh(signal?: AbortSignal): Promise<void> {
  const { token } = operator;
  try {
    const overview = await clientOf(token).overview(signal ? { signal } : {});
    if (operator.token === token) operator.overview = ref(overview);
  } catch (error) {
    // The token may have changed since. Other errors are ignored: the next poll repeats the request, and an unreachable
    // server is shown elsewhere.
    if (isApiError(error) && error.status === 403 && operator.token === token) signOut();
  }
}

function clientOf(token: string): OperatorClient {
  return createOperatorClient({ fetch: watchedFetch, token });
}

function readToken(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keepToken(token: string): void {
  try {
    sessionStorage.setItem(key, token);
  } catch {
    // It then lasts as long as the page.
  }
}
