import type { FastifyRequest } from 'fastify';
import type { Service } from '../service.ts';
import type { Links } from '../sources/links/links.ts';
import { clientOf } from './addresses.ts';
import { HttpError } from './httpError.ts';

/** How many requests of one address fetch links at a time. */
const AT_A_TIME = 4;

/** What serves one request. */
export type Serving = Omit<Service, 'links'> & { links: Pick<Links, 'take'> };
/** The service for a request: only some requests of one client fetch links at a time, whichever route they ask. */
export type ServiceOf = (request: FastifyRequest) => Serving;

/** Keeps one client from taking all turns of the links. `take` then also throws HttpError 429. */
export function createLinkGate(service: Service): ServiceOf {
  const enter = createGate(AT_A_TIME);
  return (request) => {
    let [running, leave] = [0, () => {}];
    const take: Links['take'] = async (...what) => {
      // The links of one project count once: they were asked for together.
      if (running === 0) leave = enter(clientOf(request.ip));
      running += 1;
      try {
        return await service.links.take(...what);
      } finally {
        running -= 1;
        if (running === 0) leave();
      }
    };
    return { ...service, links: { take } };
  };
}

/** Counts who is inside. @returns a function that lets one more of a client in, and returns what lets it out. */
function createGate(most: number): (client: string) => () => void {
  const inside = new Map<string, number>();
  return (client) => {
    const count = inside.get(client) ?? 0;
    if (count >= most) {
      throw new HttpError(429, 'too-many-requests', 'Too many links are loading. Wait for one to finish.');
    }
    inside.set(client, count + 1);
    return () => {
      const left = (inside.get(client) ?? 1) - 1;
      if (left > 0) inside.set(client, left);
      else inside.delete(client);
    };
  };
}
