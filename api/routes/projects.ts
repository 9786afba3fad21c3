import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { accountMessages } from '../accounts/accountError.ts';
import { ownerOfAccount } from '../accounts/claim.ts';
import { errorBody } from '../contract/errorBody.ts';
import { projectList, projectParams, projectRecord, savedProject, saveProjectBody } from '../contract/project.ts';
import type { Service } from '../service/service.ts';
import { fail } from '../system/serviceError.ts';
import { signedIn } from './authenticate.ts';
import { kitRoutes } from './kits.ts';
import {
  BODY_BYTES,
  conditionOf,
  etagOf,
  expectAccount,
  expectFound,
  expectNotRemoved,
  expectRoom,
  expectSaved,
  headOf,
  noStore,
  recordText,
  saveOf,
  sendJsonText,
  sendPicture,
  sizeOf,
} from './projectAnswers.ts';
import { projectVersionRoutes } from './projectVersions.ts';
import { addRawBodyRoutes } from './rawBodies.ts';
import { severalProjectRoutes } from './severalProjects.ts';

const errors = { '4xx': errorBody };
const removed = z.object({ id: z.string() });

/**
 * Routes for an account's projects and versions, visible only to their owner. @param options.createsPerMinute per
 * address.
 */
export function projectRoutes(
  service: Pick<Service, 'accounts' | 'bodies' | 'budget' | 'database' | 'folders' | 'kits' | 'projects'>,
  { createsPerMinute }: { createsPerMinute: number },
): FastifyPluginAsyncZod {
  const { projects } = service;
  const config = { rateLimit: { max: createsPerMinute, timeWindow: '1 minute' } };
  const ownerOf = (request: FastifyRequest): string => {
    if (!service.accounts) throw fail('not-found', accountMessages.off);
    const { id } = signedIn(request).person;
    expectAccount(request, id);
    return ownerOfAccount(id);
  };
  return async (app) => {
    app.get(
      '/projects',
      {
        schema: {
          summary: 'List the projects of the account, newest first',
          response: { 200: projectList, ...errors },
        },
      },
      async (request, reply) => {
        noStore(reply);
        await expectNotRemoved(request, service);
        const owner = ownerOf(request);
        const [list, removed] = [await projects.list(owner), await projects.removed(owner)];
        return { projects: list.map(headOf), removed };
      },
    );

    app.get(
      '/projects/:id',
      { schema: { summary: 'A project', params: projectParams, response: { 200: projectRecord, ...errors } } },
      async (request, reply) => {
        const row = expectFound(await projects.find(ownerOf(request), request.params.id));
        noStore(reply).header('etag', etagOf(row));
        return sendJsonText(reply, recordText(row));
      },
    );

    await addRawBodyRoutes(app, (raw) => {
      raw.put(
        '/projects/:id',
        {
          bodyLimit: BODY_BYTES,
          config,
          schema: {
            summary: 'Save a project; If-Match names the revision that it builds on, If-None-Match: * creates it',
            params: projectParams,
            body: saveProjectBody,
            response: { 200: savedProject, 201: savedProject, ...errors },
          },
        },
        async (request, reply) => {
          const condition = conditionOf(request);
          const save = await saveOf(service.bodies, request, ownerOf(request), request.params.id);
          await expectRoom(service, sizeOf(save));
          const { head, missing } = expectSaved(await projects.save(save, condition));
          noStore(reply).header('etag', etagOf(head));
          return reply.status(condition === 'none' ? 201 : 200).send({ ...headOf(head), missing });
        },
      );
    });

    app.delete(
      '/projects/:id',
      {
        schema: {
          summary: 'Delete a project; within thirty days, a save restores it',
          params: projectParams,
          response: { 200: removed, ...errors },
        },
      },
      async (request) => {
        const { id } = request.params;
        const condition = request.headers['if-match'] === undefined ? 'any' : conditionOf(request);
        expectSaved(expectFound(await projects.remove(ownerOf(request), id, condition)));
        return { id };
      },
    );

    app.get(
      '/projects/:id/picture',
      { schema: { summary: 'Return the thumbnail of a project', params: projectParams } },
      async (request, reply) => sendPicture(reply, await projects.picture(ownerOf(request), request.params.id)),
    );
    await app.register(severalProjectRoutes(service, ownerOf));
    await app.register(kitRoutes(service, { ownerOf, config }));
    await app.register(projectVersionRoutes(service, { ownerOf, config }));
  };
}
