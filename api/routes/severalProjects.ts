import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../contract/errorBody.ts';
import { deletedList, projectHead, projectParams, projectRecords, readProjectsBody } from '../contract/project.ts';
import type { Service } from '../service/service.ts';
import { expectFound, expectSaved, headOf, noStore, recordText, sendJsonText } from './projectAnswers.ts';

const errors = { '4xx': errorBody };

/**
 * Routes for several projects at once, and for deleted ones. @param ownerOf returns the owner; throws without an
 * account.
 */
export function severalProjectRoutes(
  { projects }: Pick<Service, 'projects'>,
  ownerOf: (request: FastifyRequest) => string,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/projects/read',
      {
        schema: {
          summary: 'Return several projects, as many as fit into one answer',
          body: readProjectsBody,
          response: { 200: projectRecords, ...errors },
        },
      },
      async (request, reply) => {
        const rows = await projects.findMany(ownerOf(request), request.body.ids);
        noStore(reply);
        return sendJsonText(reply, `{"projects":[${rows.map(recordText).join(',')}]}`);
      },
    );

    app.get(
      '/account/deleted-projects',
      {
        schema: {
          summary: 'List the projects deleted in the last thirty days',
          response: { 200: deletedList, ...errors },
        },
      },
      async (request, reply) => {
        const rows = await projects.removedHeads(ownerOf(request));
        noStore(reply);
        const deletedAt = (at: Date | string | null) => new Date(at ?? 0).toISOString();
        return {
          projects: rows.map((row) => ({ ...headOf(row), picture: null, deletedAt: deletedAt(row.removed_at) })),
        };
      },
    );

    app.post(
      '/account/deleted-projects/:id',
      {
        schema: {
          summary: 'Restore a deleted project, with its versions',
          params: projectParams,
          response: { 200: projectHead, ...errors },
        },
      },
      async (request) => headOf(expectSaved(expectFound(await projects.restore(ownerOf(request), request.params.id)))),
    );
  };
}
