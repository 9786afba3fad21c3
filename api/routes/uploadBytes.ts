import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { MAX_UPLOAD_BYTES } from '../../engine/project/limits.ts';
import { errorBody } from '../contract/errorBody.ts';
import { uploadedMedia } from '../contract/upload.ts';
import type { UploadRow } from '../db/tables.ts';
import type { Service } from '../service/service.ts';
import { isSecretId } from '../sources/ids.ts';
import { uploadedMediaOf } from '../sources/uploads.ts';
import { fail } from '../system/serviceError.ts';
import { originOf } from './guards.ts';
import { notFound } from './httpError.ts';
import { receiveUpload } from './receiveUpload.ts';
import { knownOwner } from './session.ts';
import { checkSignature, signedQuery } from './signedUploads.ts';
import { PUT_PATH, readUri, SIGNED_PATH } from './uploadAddresses.ts';

const query = z.object({ upload_id: z.string().max(64).optional() });
const params = z.object({ id: z.string().max(64) });
const config = { isForAllSites: true };
const summary =
  "Upload a file's bytes, all at once or with Content-Range; `bytes */N` asks for the received length. 308 with Range until the upload is complete";

/** Routes for a file's bytes, in their own scope: no parser may buffer a body, whatever its type. */
export function uploadBytesRoutes(service: Pick<Service, 'budget' | 'folders' | 'uploads'>): FastifyPluginAsyncZod {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', async (_request: unknown, payload: unknown) => payload);
    // The URL itself is the secret, so pages of any site that have it may use it; cookies do not count.
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', 'Range, Retry-After');
    });
    app.options(PUT_PATH, { schema: { hide: true } }, preflight);
    app.options(`${SIGNED_PATH}:id`, { schema: { hide: true } }, preflight);
    const response = { 200: uploadedMedia, '4xx': errorBody };
    const receiveBody = async (upload: UploadRow, request: FastifyRequest, reply: FastifyReply) => {
      const got = await receiveUpload(service, upload, request);
      return typeof got === 'number' ? incomplete(reply, got) : uploadedMediaOf(got, readUri(originOf(request), got));
    };
    app.put(
      PUT_PATH,
      {
        bodyLimit: MAX_UPLOAD_BYTES,
        config,
        schema: { summary, querystring: query, response },
      },
      async (request, reply) => receiveBody(await findUpload(service, request), request, reply),
    );
    app.put(
      `${SIGNED_PATH}:id`,
      {
        bodyLimit: MAX_UPLOAD_BYTES,
        config,
        schema: { summary: "Upload a file's bytes to a signed address", params, querystring: signedQuery, response },
      },
      async (request, reply) => {
        const { id } = request.params;
        const upload = living(isSecretId(id) ? await service.uploads.byId(id) : undefined);
        checkSignature(upload, request.query, request.headers['content-type']);
        return receiveBody(upload, request, reply);
      },
    );
    app.post(
      `${SIGNED_PATH}:id`,
      {
        config,
        schema: {
          summary: 'Return the type of a file uploaded to a signed address',
          params,
          querystring: signedQuery,
          response,
        },
      },
      async (request) => {
        const { id } = request.params;
        const upload = living(isSecretId(id) ? await service.uploads.byId(id) : undefined);
        checkSignature(upload, request.query, upload.declared_type);
        const done = await completed(service, upload);
        return uploadedMediaOf(done, readUri(originOf(request), done));
      },
    );
    app.delete(
      PUT_PATH,
      { config, schema: { summary: 'Delete an unfinished upload', querystring: query } },
      async (request, reply) => {
        const upload = await findUpload(service, request);
        const gone = () => fail('conflict', 'This upload was deleted.');
        await service.uploads.writers.runExclusive(upload.id, gone, () => service.uploads.remove(upload));
        return reply.status(204).send();
      },
    );
  };
}

function preflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-methods', 'PUT, DELETE')
    .header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? 'content-range')
    .header('access-control-max-age', '7200')
    .status(204)
    .send();
}

/** Completes an upload to storage. @throws ServiceError 409 if no file has arrived, 422 if its type is not accepted. */
async function completed({ uploads }: Pick<Service, 'uploads'>, upload: UploadRow): Promise<UploadRow> {
  const done = upload.status === 'done' ? upload : await uploads.acceptDirect(upload);
  if (done) return done;
  throw fail('conflict', 'No file has arrived at this address yet.');
}

/** 308 without a Location, which clients would follow; without a Range if no bytes were received. */
function incomplete(reply: FastifyReply, received: number): FastifyReply {
  if (received > 0) reply.header('range', `bytes=0-${received - 1}`);
  return reply.status(308).serializer(String).send('');
}

/**
 * Finds an upload by its secret URL, which suffices without a session; with another session it is rejected. @throws
 * ServiceError
 */
async function findUpload({ uploads }: Pick<Service, 'uploads'>, request: FastifyRequest): Promise<UploadRow> {
  const token = (request.query as z.infer<typeof query>).upload_id;
  if (!token) throw fail('malformed', 'The address has no upload_id.');
  const upload = isSecretId(token) ? await uploads.byToken(token) : undefined;
  const owner = knownOwner(request);
  return living(owner === undefined || owner === upload?.owner ? upload : undefined);
}

/** Returns an open or finished upload. @throws ServiceError 404 if it does not exist, 410 if it has expired. */
function living<T extends { isExpired: boolean }>(upload: T | undefined): T {
  if (!upload) throw notFound('This upload');
  if (upload.isExpired) throw fail('gone', 'This upload was abandoned. Start a new one.');
  return upload;
}
