import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../contract/errorBody.ts';
import { KIT_LIMITS, keptItem, kitItem, kitList, kitParams, removedItem } from '../contract/kit.ts';
import type { Service } from '../service/service.ts';
import { fail } from '../system/serviceError.ts';
import { BODY_BYTES, expectFound, expectRoom, noStore, sendJsonText } from './projectAnswers.ts';
import { addRawBodyRoutes, readBody } from './rawBodies.ts';

const errors = { '4xx': errorBody };
const messages = {
  full: `You reached the limit of ${KIT_LIMITS.items} templates, logos, fonts and colors. Remove some.`,
  kind: 'The kind of the item and its id must match.',
};

/**
 * Routes for an account's templates, logos, fonts and colors, shared by its projects. @param options.ownerOf returns
 * the owner; throws without an account.
 */
export function kitRoutes(
  service: Pick<Service, 'kits' | 'database' | 'budget' | 'folders' | 'bodies'>,
  { ownerOf, config }: { ownerOf: (request: FastifyRequest) => string; config: { rateLimit: object } },
): FastifyPluginAsyncZod {
  const { kits } = service;
  return async (app) => {
    app.get(
      '/kit',
      {
        schema: {
          summary: 'List the templates, logos, fonts and colors of the account',
          response: { 200: kitList, ...errors },
        },
      },
      async (request, reply) => {
        const owner = ownerOf(request);
        noStore(reply);
        return { ids: await kits.list(owner), removed: await kits.removed(owner) };
      },
    );

    app.get(
      '/kit/:id',
      {
        schema: {
          summary: 'Return a template, logo, font or color of the account',
          params: kitParams,
          response: { 200: kitItem, ...errors },
        },
      },
      async (request, reply) => {
        const item = expectFound(await kits.find(ownerOf(request), request.params.id));
        noStore(reply);
        return sendJsonText(reply, item);
      },
    );

    await addRawBodyRoutes(app, (raw) => {
      raw.put(
        '/kit/:id',
        {
          bodyLimit: BODY_BYTES,
          config,
          schema: {
            summary: 'Add a template, logo, font or color; an existing one stays unchanged',
            params: kitParams,
            body: kitItem,
            response: { 200: keptItem, ...errors },
          },
        },
        async (request) => {
          const { id } = request.params;
          const owner = ownerOf(request);
          const item = await readBody(service.bodies, request, 'kit');
          if (!id.startsWith(`${item.kind}-`)) throw fail('malformed', messages.kind);
          await expectRoom(service, { size: item.body.length });
          const kept = await kits.add(owner, id, item);
          if (kept === 'full') throw fail('conflict', messages.full);
          return { id, ...kept };
        },
      );
    });

    app.delete(
      '/kit/:id',
      {
        schema: {
          summary: 'Remove a template, logo, font or color',
          params: kitParams,
          response: { 200: removedItem, ...errors },
        },
      },
      async (request) => {
        const { id } = request.params;
        expectFound((await kits.remove(ownerOf(request), id)) || undefined);
        return { id };
      },
    );
  };
}
