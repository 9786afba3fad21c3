import type { FastifyReply, FastifyRequest } from 'fastify';
import { claim } from '../accounts/claim.ts';
import type { Person, SignIn } from '../accounts/person.ts';
import type { Me } from '../contract/account.ts';
import type { Service } from '../service.ts';
import type { Guesses } from './guesses.ts';
import { anonymousOwner, forgetAnonymous } from './session.ts';
import { keepSignIn } from './whoAsks.ts';

/** Starts a sign-in in the browser that asks. It gets a secret of its own, and what the browser made becomes the account's. */
export async function enter(
  { service, guesses }: { service: Service; guesses: Guesses },
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: SignIn,
): Promise<Me> {
  const anonymous = anonymousOwner(request);
  if (anonymous) await claim(service.database, anonymous, signIn.person.id);
  forgetAnonymous(request, reply);
  await guesses.remember(request, reply, signIn.person.id);
  keepSignIn(request, reply, signIn);
  return meOf(service, signIn.person);
}

/** Tells a browser who is signed in there. */
export function meOf({ accounts }: Pick<Service, 'accounts'>, person: Person | undefined): Me {
  return {
    accounts: accounts !== undefined,
    sendsEmail: accounts?.sendsEmail === true,
    singleSignOn: accounts?.singleSignOn?.name ?? null,
    user: person ?? null,
  };
}

/** The browser that asks, as it names itself. */
export function agentOf({ headers }: FastifyRequest): string | undefined {
  return headers['user-agent'];
}
