import { createHmac } from 'node:crypto';

/** On whose behalf work is done. */
export interface Requester {
  /** Account or anonymous session: determines who may see the result. */
  owner: string;
  /**
   * Whose turns and quotas are used: the account or, for anonymous visitors, their shared network. A visitor without
   * cookies is a new owner with every request, but never a new party.
   */
  party: string;
}

/**
 * Returns the party of an anonymous visitor. The hash is keyed, because IPv4 addresses are few enough to reverse a
 * plain hash.
 * @param secret of the installation, stored outside the database. @param network see clientOf.
 */
export function partyOfNetwork(secret: string, network: string): string {
  return `net:${createHmac('sha256', secret).update(`party:${network}`).digest('base64url')}`;
}
