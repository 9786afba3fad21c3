import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../contract/errors.ts';
import { madeWebhookSecret, webhookSecretTold } from '../contract/webhook.ts';
import type { Service } from '../service.ts';
import { signedIn, signedInByCookie } from './authenticate.ts';

const errors = { '4xx': errorBody };

/** Routes to create and replace an account's webhook secret; it is shown only once. */
export function webhookSecretRoutes({ webhooks: { secrets } }: Pick<Service, 'webhooks'>): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/account/webhook-secret',
      {
        schema: {
          summary: 'Since when the account has the secret that its webhooks are signed with; null where it has none',
          response: { 200: webhookSecretTold, ...errors },
        },
      },
      async (request) => ({ madeAt: (await secrets.madeAt(signedIn(request).person.id))?.toISOString() ?? null }),
    );

    app.post(
      '/account/webhook-secret',
      {
        schema: {
          summary: 'Makes a new secret for webhooks, and tells it this once; the one before signs too for a day',
          response: { 201: madeWebhookSecret, ...errors },
        },
      },
      async (request, reply) => {
        const { secret, madeAt, formerUntil } = await secrets.make(signedInByCookie(request).person.id);
        reply.header('cache-control', 'no-store');
        const told = { secret, madeAt: madeAt.toISOString(), formerUntil: formerUntil?.toISOString() ?? null };
        return reply.status(201).send(told);
      },
    );
  };
}
