import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../contract/errorBody.ts';
import {
  projectParams,
  savedProject,
  saveProjectBody,
  versionList,
  versionParams,
  versionRecord,
} from '../contract/project.ts';
import type { Service } from '../service/service.ts';
import {
  BODY_BYTES,
  expectFound,
  expectRoom,
  expectSaved,
  headOf,
  noStore,
  saveOf,
  sendJsonText,
  sendPicture,
  sizeOf,
  versionOf,
  versionText,
} from './projectAnswers.ts';
import { addRawBodyRoutes } from './rawBodies.ts';

const errors = { '4xx': errorBody };

/**
 * Routes for versions of an account's projects. @param options.ownerOf returns the owner; throws without an account.
 */
export function projectVersionRoutes(
  service: Pick<Service, 'projects' | 'database' | 'budget' | 'folders' | 'bodies'>,
  { ownerOf, config }: { ownerOf: (request: FastifyRequest) => string; config: { rateLimit: object } },
): FastifyPluginAsyncZod {
  const { projects } = service;
  return async (app) => {
    app.get(
      '/projects/:id/versions',
      {
        schema: {
          summary: 'List the versions of a project, newest first',
          params: projectParams,
          response: { 200: versionList, ...errors },
        },
      },
      async (request, reply) => {
        const versions = expectFound(await projects.versions(ownerOf(request), request.params.id));
        noStore(reply);
        return { versions: versions.map(versionOf) };
      },
    );

    await addRawBodyRoutes(app, (raw) => {
      raw.post(
        '/projects/:id/versions',
        {
          bodyLimit: BODY_BYTES,
          config,
          schema: {
            summary: 'Save a version of a project, for example after conflicting changes',
            params: projectParams,
            body: saveProjectBody,
            response: { 201: savedProject, ...errors },
          },
        },
        async (request, reply) => {
          const save = await saveOf(service.bodies, request, ownerOf(request), request.params.id);
          await expectRoom(service, sizeOf(save));
          const { head, missing } = expectSaved(expectFound(await projects.keepApart(save)));
          return reply.status(201).send({ ...headOf(head), missing });
        },
      );
    });

    app.get(
      '/projects/:id/versions/:revision',
      {
        schema: {
          summary: 'Return a version of a project',
          params: versionParams,
          response: { 200: versionRecord, ...errors },
        },
      },
      async (request, reply) => {
        const { id, revision } = request.params;
        const row = expectFound(await projects.version(ownerOf(request), id, revision), 'This version');
        noStore(reply);
        return sendJsonText(reply, versionText(row));
      },
    );

    app.get(
      '/projects/:id/versions/:revision/picture',
      { schema: { summary: 'Return the thumbnail of a version', params: versionParams } },
      async (request, reply) => {
        const { id, revision } = request.params;
        return sendPicture(reply, await projects.picture(ownerOf(request), id, revision));
      },
    );
  };
}
