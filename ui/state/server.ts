import { proxy } from 'valtio/vanilla';
import { createClient } from '../../api/contract/client.ts';

/** Whether the server answered the last request. */
export const server = proxy({ reachable: true });

/** The page's one client of the service. It notes whether the server answers, so that every screen can say so. */
export const client = createClient({ fetch: watchedFetch });

async function watchedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  try {
    // A deletion that is decided when the page is left must still go out.
    const answer = await fetch(input, init.method === 'DELETE' ? { ...init, keepalive: true } : init);
    server.reachable = true;
    return answer;
  } catch (error) {
    if (!init.signal?.aborted) server.reachable = false;
    throw error;
  }
}
