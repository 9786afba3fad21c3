import { createHmac } from 'node:crypto';

/** On whose behalf work is done. */
export interface Requester {
  /** The account or the anonymous session: decides who may see the result. */
  owner: string;
  /**
   * Who takes the turns and uses the quotas: the account or, of anonymous visitors, the network that they share. A visitor without a
   * cookie is a new owner with every request, but never a new party.
   */
  party: string;
}

/**
 * Names the party of an anonymous visitor. There are few IPv4 addresses, so a plain hash could be reversed by hashing them all: this
 * one is keyed.
 * @param secret of the installation, outside of its database. @param network see clientOf.
 */
export function partyOfNetwork(secret: string, network: string): string {
  return `net:${createHmac('sha256', secret).update(`party:${network}`).digest('base64url')}`;
}
