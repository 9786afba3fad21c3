import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { expectOperator } from '../accounts/operator.ts';
import { turnTwoFactorOff } from '../accounts/turnTwoFactorOff.ts';
import { changeAccountBody, changedAccount } from '../contract/account.ts';
import { errorBody } from '../contract/errorBody.ts';
import { overview } from '../contract/operator.ts';
import type { Service } from '../service/service.ts';
import { notFound } from './httpError.ts';
import { operatorLimit } from './operatorLimit.ts';
import { overviewOf } from './overview.ts';
import { retryRoutes } from './retries.ts';

const errors = { '4xx': errorBody };

/** Routes for operators. @param options.triesPerMinute guesses of the token per address. */
export function operatorRoutes(
  service: Pick<Service, 'changes' | 'database' | 'operatorToken' | 'quotas' | 'retries'>,
  options: { triesPerMinute: number },
): FastifyPluginAsyncZod {
  const { database, quotas, operatorToken } = service;
  const { db } = database;
  const config = operatorLimit(operatorToken, options.triesPerMinute);
  return async (app) => {
    await app.register(retryRoutes(service, options));
    app.get(
      '/operator/overview',
      {
        config,
        schema: {
          summary: 'Return queues, workers, failures and storage; needs the operator’s token',
          response: { 200: overview, ...errors },
        },
      },
      async ({ headers: { authorization } }, reply) => {
        expectOperator(authorization, operatorToken);
        reply.header('cache-control', 'no-store');
        return overviewOf(database);
      },
    );

    app.post(
      '/operator/accounts',
      {
        config,
        schema: {
          summary:
            'Set an account’s subscription and quotas, or turn its two-factor authentication off; needs the operator’s token',
          body: changeAccountBody,
          response: { 200: changedAccount, ...errors },
        },
      },
      async ({ headers: { authorization }, body: { email: written, hasSubscription, twoFactor, quota = {} } }) => {
        expectOperator(authorization, operatorToken);
        const email = written.toLowerCase();
        const allowed = await quotas.change(email, quota);
        if (!allowed) throw notFound('This account');
        const shownColumns = [
          'email',
          'name',
          'has_subscription as hasSubscription',
          'two_factor as twoFactor',
        ] as const;
        const ofEmail = db.selectFrom('users').select(shownColumns).where('email', '=', email);
        if (hasSubscription !== undefined)
          await db.updateTable('users').set({ has_subscription: hasSubscription }).where('email', '=', email).execute();
        if (twoFactor === false) await turnTwoFactorOff(database, email);
        return { ...(await ofEmail.executeTakeFirstOrThrow()), quota: allowed };
      },
    );
  };
}
