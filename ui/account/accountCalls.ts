import type { AccountClient } from '../../api/contract/accountClient.ts';
import { later } from '../state/later.ts';
import { watchedFetch } from '../state/server.ts';

/** The page's client of the service's accounts; comes when it is first needed. */
export async function accountCalls(): Promise<AccountClient> {
  const { createAccountClient } = await later(() => import('../../api/contract/accountClient.ts'));
  return createAccountClient({ fetch: watchedFetch });
}
