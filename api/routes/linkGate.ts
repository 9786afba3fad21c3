import type { FastifyRequest } from 'fastify';
import type { Service } from '../service/service.ts';
import type { Links } from '../sources/links/links.ts';
import { fail } from '../system/serviceError.ts';
import { clientOf } from './addresses.ts';

/** Concurrent requests per address that fetch links. */
const AT_A_TIME = 4;

/** The service as used by one request. */
export type Serving = Omit<Service, 'links'> & { links: Pick<Links, 'accept'> };
/** Returns the service for a request; limits how many requests of one client fetch links at a time, across routes. */
export type ServiceOf = (request: FastifyRequest) => Serving;

/** Creates the limit, so that one client cannot block links for others. `accept` then also throws ServiceError 429. */
export function createLinkGate(service: Service): ServiceOf {
  const enter = createGate(AT_A_TIME);
  return (request) => {
    let [running, leave] = [0, () => {}];
    const acceptLink: Links['accept'] = async (...what) => {
      // All links of one project count once.
      if (running === 0) leave = enter(clientOf(request.ip));
      running += 1;
      try {
        return await service.links.accept(...what);
      } finally {
        running -= 1;
        if (running === 0) leave();
      }
    };
    return { ...service, links: { accept: acceptLink } };
  };
}

/** Limits concurrency per client. @returns a function that enters and returns the function to leave. */
function createGate(most: number): (client: string) => () => void {
  const inside = new Map<string, number>();
  return (client) => {
    const count = inside.get(client) ?? 0;
    if (count >= most) {
      throw fail('too-many-requests', 'Too many links are loading. Wait for one to finish.');
    }
    inside.set(client, count + 1);
    return () => {
      const left = (inside.get(client) ?? 1) - 1;
      if (left > 0) inside.set(client, left);
      else inside.delete(client);
    };
  };
}
