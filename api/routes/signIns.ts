import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { AccountsOf } from '../accounts/accounts.ts';
import type { SignInRow } from '../accounts/signIns.ts';
import { sessionList } from '../contract/account.ts';
import { errorBody } from '../contract/errorBody.ts';
import { clearSignInCookie, signedIn, signedInByCookie } from './authenticate.ts';
import { notFound } from './httpError.ts';

const errors = { '4xx': errorBody };
const ended = z.object({ id: z.string() });

/** Routes to list an account's sign-ins and end one. */
export function signInRoutes(accounts: AccountsOf): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/account/sessions',
      { schema: { summary: 'List the sign-ins of the account', response: { 200: sessionList, ...errors } } },
      async (request, reply) => {
        const { person, secret } = signedIn(request);
        reply.header('cache-control', 'no-store');
        return { sessions: (await accounts().signIns.list(person.id, secret)).map(shown) };
      },
    );

    app.delete(
      '/account/sessions/:id',
      { schema: { summary: 'Sign out on one device', params: ended, response: { 200: ended, ...errors } } },
      async (request, reply) => {
        const { person, secret } = signedInByCookie(request);
        const { id } = request.params;
        const row = await accounts().signIns.end(person.id, id, secret);
        if (!row) throw notFound('This sign-in');
        if (row.isCurrent) clearSignInCookie(request, reply);
        return { id };
      },
    );
  };
}

const shown = ({ createdAt, usedAt, ...row }: SignInRow) => ({
  ...row,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt.toISOString(),
});
