import type { FastifyReply, FastifyRequest } from 'fastify';
import { claim } from '../accounts/claim.ts';
import type { Person, SignIn } from '../accounts/person.ts';
import type { Me } from '../contract/account.ts';
import type { Service } from '../service/service.ts';
import { setSignInCookie } from './authenticate.ts';
import type { Guesses } from './guesses.ts';
import { anonymousOwner, forgetAnonymous } from './session.ts';

/** Components of the service that calls about accounts use. */
export type AccountService = Pick<
  Service,
  'accounts' | 'database' | 'log' | 'onError' | 'quotas' | 'tidyAccounts' | 'uploadLimits' | 'webhooks'
>;

/** Signs a browser in: sets a new session secret and transfers the browser's anonymous data to the account. */
export async function completeSignIn(
  { service, guesses }: { service: AccountService; guesses: Guesses },
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: SignIn,
): Promise<Me> {
  const anonymous = anonymousOwner(request);
  if (anonymous) await claim(service.database, anonymous, signIn.person.id);
  forgetAnonymous(request, reply);
  await guesses.remember(request, reply, signIn.person.id);
  setSignInCookie(request, reply, signIn);
  return meOf(service, signIn.person);
}

/** Describes the current user for the browser. */
export function meOf({ accounts }: Pick<Service, 'accounts'>, person: Person | undefined): Me {
  return {
    accounts: accounts !== undefined,
    sendsEmail: accounts?.sendsEmail === true,
    singleSignOn: accounts?.singleSignOn?.name ?? null,
    user: person ?? null,
  };
}

/** Returns the browser's User-Agent. */
export function agentOf({ headers }: FastifyRequest): string | undefined {
  return headers['user-agent'];
}
