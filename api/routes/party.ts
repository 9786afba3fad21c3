import type { FastifyRequest } from 'fastify';
import { ownerOfAccount } from '../accounts/claim.ts';
import { partyOfNetwork } from '../sources/requester.ts';
import { clientOf } from './addresses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** See Requester. */
    party: string;
  }
}

/**
 * Returns a hook that sets the party of a request; must run after the account is known. @param secret see
 * partyOfNetwork.
 */
export function recognizeParty(secret: string): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { account } = request;
    request.party = account ? ownerOfAccount(account.person.id) : partyOfNetwork(secret, clientOf(request.ip));
  };
}
