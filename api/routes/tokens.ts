import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { accountMessages } from '../accounts/accountError.ts';
import type { AccountsOf } from '../accounts/accounts.ts';
import type { TokenRow } from '../accounts/tokens.ts';
import { madeToken, makeTokenBody, tokenList } from '../contract/account.ts';
import { errorBody } from '../contract/errorBody.ts';
import { fail } from '../system/serviceError.ts';
import { signedIn, signedInByCookie } from './authenticate.ts';
import { notFound } from './httpError.ts';

const errors = { '4xx': errorBody };
const gone = z.object({ id: z.string() });

/** Routes to create, list and revoke API tokens; a token itself may not use them. */
export function tokenRoutes(accounts: AccountsOf): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/account/tokens',
      { schema: { summary: 'List the tokens of the account, newest first', response: { 200: tokenList, ...errors } } },
      async (request) => ({ tokens: (await accounts().tokens.list(signedIn(request).person.id)).map(shown) }),
    );

    app.post(
      '/account/tokens',
      {
        schema: {
          summary: 'Create a token that lets a script act for the account; it is returned only once',
          body: makeTokenBody,
          response: { 201: madeToken, ...errors },
        },
      },
      async (request, reply) => {
        const made = await accounts().tokens.make(signedInByCookie(request).person.id, request.body.name);
        if (!made) throw fail('conflict', accountMessages.tooManyTokens);
        reply.header('cache-control', 'no-store');
        return reply.status(201).send({ ...shown(made), token: made.token });
      },
    );

    app.delete(
      '/account/tokens/:id',
      { schema: { summary: 'Revoke a token', params: gone, response: { 200: gone, ...errors } } },
      async (request) => {
        const { id } = request.params;
        if (!(await accounts().tokens.revoke(signedInByCookie(request).person.id, id))) throw notFound('This token');
        return { id };
      },
    );
  };
}

const shown = ({ id, name, created_at, used_at }: TokenRow) => ({
  id,
  name,
  createdAt: new Date(created_at).toISOString(),
  usedAt: used_at && new Date(used_at).toISOString(),
});
