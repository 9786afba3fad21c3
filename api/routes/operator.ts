import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { expectOperator } from '../accounts/operator.ts';
import { account, changeAccountBody } from '../contract/account.ts';
import { errorBody } from '../contract/errors.ts';
import type { Service } from '../service.ts';
import { notFound } from './httpError.ts';

const errors = { '4xx': errorBody };

/** What whoever runs the server does. @param options.triesPerMinute of one address. */
export function operatorRoutes(
  { database: { db }, operatorToken }: Service,
  options: { triesPerMinute: number },
): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/operator/accounts',
      {
        config: { rateLimit: { max: options.triesPerMinute, timeWindow: '1 minute' } },
        schema: {
          summary: 'Says of an account whether it has a subscription; with the token of whoever runs the server',
          body: changeAccountBody,
          response: { 200: account, ...errors },
        },
      },
      async ({ headers: { authorization }, body: { email, hasSubscription } }) => {
        expectOperator(authorization, operatorToken);
        const changed = await db
          .updateTable('users')
          .set({ has_subscription: hasSubscription })
          .where('email', '=', email.toLowerCase())
          .returning(['email', 'name'])
          .executeTakeFirst();
        if (!changed) throw notFound('This account');
        return { ...changed, hasSubscription };
      },
    );
  };
}
