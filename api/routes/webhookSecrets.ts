import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../contract/errorBody.ts';
import { madeWebhookSecret, webhookSecretAge } from '../contract/webhook.ts';
import type { Service } from '../service/service.ts';
import { signedIn, signedInByCookie } from './authenticate.ts';

const errors = { '4xx': errorBody };

/** Routes to create and replace an account's webhook secret; it is shown only once. */
export function webhookSecretRoutes({ webhooks: { secrets } }: Pick<Service, 'webhooks'>): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/account/webhook-secret',
      {
        schema: {
          summary: 'Return the creation time of the account’s webhook signing secret, or null if it has none',
          response: { 200: webhookSecretAge, ...errors },
        },
      },
      async (request) => ({ madeAt: (await secrets.madeAt(signedIn(request).person.id))?.toISOString() ?? null }),
    );

    app.post(
      '/account/webhook-secret',
      {
        schema: {
          summary: 'Create a new webhook secret, returned only once; the previous one also signs for another day',
          response: { 201: madeWebhookSecret, ...errors },
        },
      },
      async (request, reply) => {
        const { secret, madeAt, formerUntil } = await secrets.make(signedInByCookie(request).person.id);
        reply.header('cache-control', 'no-store');
        const answer = { secret, madeAt: madeAt.toISOString(), formerUntil: formerUntil?.toISOString() ?? null };
        return reply.status(201).send(answer);
      },
    );
  };
}
