import type { AccountClient } from '../../api/contract/accountClient.ts';
import { loadWithSchemas } from '../state/loadWithSchemas.ts';
import { watchedFetch } from '../state/server.ts';

/** Returns the page's client for accounts; loads it on first use. */
export async function accountCalls(): Promise<AccountClient> {
  const { createAccountClient } = await loadWithSchemas(() => import('../../api/contract/accountClient.ts'));
  return createAccountClient({ fetch: watchedFetch });
}
