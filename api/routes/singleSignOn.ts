import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { accountMessages } from '../accounts/accountError.ts';
import { errorBody } from '../contract/errorBody.ts';
import { fail } from '../system/serviceError.ts';
import { agentOf, completeSignIn } from './completeSignIn.ts';
import type { AccountContext } from './emails.ts';

const errors = { '4xx': errorBody };
/** Seconds that a sign-in at the provider may take. */
const SIGN_ON_SECONDS = 600;
/** Concurrent sign-ins per browser, in different tabs. */
const MOST_COOKIES = 4;
const COOKIE = 'cutroom-sso-';

const callbackQuery = z.record(z.string().max(100), z.string().max(4000));

/** Routes for single sign-on: the redirect to an OpenID provider and its callback. */
export function singleSignOnRoutes(context: Pick<AccountContext, 'service' | 'accounts' | 'config' | 'guesses'>) {
  const { accounts, config } = context;
  const signOn = async () => {
    const { singleSignOn } = accounts();
    if (!singleSignOn) throw fail('not-found', accountMessages.noSingleSignOn);
    return singleSignOn.open();
  };
  const routes: FastifyPluginAsyncZod = async (app) => {
    app.get(
      '/account/sso',
      {
        config,
        schema: { summary: 'Redirect to the OpenID provider; for browsers', response: { 302: z.null(), ...errors } },
      },
      async (request, reply) => {
        const { address, state, kept } = await (await signOn()).begin();
        const others = Object.keys(request.cookies).filter((name) => name.startsWith(prefixFor(request)));
        if (others.length >= MOST_COOKIES) for (const name of others) reply.clearCookie(name, cookieFor(request));
        const name = prefixFor(request) + state;
        reply.setCookie(name, decodeURIComponent(kept), { ...cookieFor(request), maxAge: SIGN_ON_SECONDS });
        return leadTo(reply, address);
      },
    );

    app.get(
      '/account/sso/callback',
      {
        config,
        schema: {
          summary: 'Finish a sign-in after the OpenID provider’s redirect; for browsers',
          querystring: callbackQuery,
          response: { 302: z.null(), ...errors },
        },
      },
      async (request, reply) => {
        const way = await signOn();
        const { state = '' } = request.query;
        const name = prefixFor(request) + state;
        const kept = request.cookies[name];
        if (kept !== undefined) reply.clearCookie(name, cookieFor(request));
        const ended = await way.finish(request.query, kept && encodeURIComponent(kept), agentOf(request));
        if ('problem' in ended) return leadTo(reply, `/sign-in?sso=${ended.problem}`);
        // In the fragment, so that it does not appear in logs.
        if ('challenge' in ended) return leadTo(reply, `/sign-in#${ended.challenge}`);
        await completeSignIn(context, request, reply, ended);
        return leadTo(reply, '/my');
      },
    );
  };
  return routes;
}

function leadTo(reply: FastifyReply, address: string) {
  return reply.header('cache-control', 'no-store').redirect(address, 302);
}

/** Over HTTPS, the prefix keeps other hosts of the domain from setting the cookie. */
function prefixFor(request: FastifyRequest): string {
  return request.protocol === 'https' ? `__Host-${COOKIE}` : COOKIE;
}

const cookieFor = (request: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' }) as const;
