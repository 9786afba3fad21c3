import { messages } from '../../../engine/project/messages.ts';

/** A link leads to nothing that can be used. `message` is a sentence for a person, the reason alone. */
export class LinkRefused extends Error {
  override name = 'LinkRefused';
}

/** One sentence for all names that are not public or not there: nobody learns which names a private network has. */
export const notPublic = 'There is no public website at this address.';
/** Said of an address with a port, user or scheme of its own. */
export const notPlain = 'Use a public http or https address without a port or password.';
/** Said of a website that takes too long. */
export const tooSlow = 'This website takes too long to respond.';
/** Said of a transfer that breaks off. */
export const brokenOff = 'The connection to this website was lost.';
/** Said of an address that leads on and on. */
export const tooManyTurns = 'This address redirects too many times.';

/** Said where the operator wants no links to be fetched. */
export const linksOff = 'This server does not fetch links. Please upload the file instead.';

/** A refusal for nothing that could be used. */
export function noContent(): LinkRefused {
  return new LinkRefused(messages.noContent);
}
