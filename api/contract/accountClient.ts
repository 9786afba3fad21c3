import { type Account, account, type ChangeAccountBody, type Me, me } from './account.ts';
import type { CallOptions } from './client.ts';
import { type ClientOptions, createSend, jsonInit, readJson } from './http.ts';

/** Calls about accounts; apart from the others, because few pages need them. Every call throws ApiError, as the others do. */
export interface AccountClient {
  /** Who is signed in. */
  me(options?: CallOptions): Promise<Me>;
  /** For whoever runs the server, with the token of `OPERATOR_FILE`. */
  changeAccount(body: ChangeAccountBody, options?: CallOptions): Promise<Account>;
}

/** Makes a client of the service's accounts. */
export function createAccountClient(options: ClientOptions = {}): AccountClient {
  const send = createSend(options);
  return {
    me: async ({ signal } = {}) => readJson(await send('/api/v1/me', signal ? { signal } : {}), me),
    changeAccount: async (body, { signal } = {}) =>
      readJson(await send('/api/v1/operator/accounts', jsonInit('POST', body, signal)), account),
  };
}
