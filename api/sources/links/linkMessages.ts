import { messages } from '../../../engine/project/messages.ts';
import { fail, type ServiceError } from '../../system/serviceError.ts';

/** The same message for private and nonexistent names, so that it does not reveal names of a private network. */
export const notPublic = 'There is no public website at this address.';
/** For URLs with a port, user or other scheme. */
export const notPlain = 'Use a public http or https address without a port or password.';
/** For websites that are too slow. */
export const tooSlow = 'This website takes too long to respond.';
/** For interrupted transfers. */
export const brokenOff = 'The connection to this website was lost.';
/** For too many redirects. */
export const tooManyTurns = 'This address redirects too many times.';

/** If the operator has turned links off. */
export const linksOff = 'This server does not fetch links. Please upload the file instead.';

/** Returns the error for a link without usable media. */
export function noContent(): ServiceError {
  return fail('link', messages.noContent);
}
