import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { videoParams } from '../contract/video.ts';
import type { Service } from '../service/service.ts';
import { isSecretId } from '../sources/ids.ts';
import { nameByContent } from '../sources/uploadNames.ts';
import { videoKey } from '../storage/keys.ts';
import { contentDisposition, downloadName } from '../storage/storedNames.ts';
import { notFound } from './httpError.ts';
import { canSee } from './record.ts';
import { sendStored } from './sendMedia.ts';

const fileQuery = z.object({ download: z.enum(['0', '1']).optional() });
/** Default media type. */
const unknownType = 'application/octet-stream';

/** Routes for results and uploaded files, with range requests (206, 416) and the media type of their content. */
export function fileRoutes({
  store,
  uploads,
  storage,
}: Pick<Service, 'storage' | 'store' | 'uploads'>): FastifyPluginAsyncZod {
  const done = async (id: string, request: FastifyRequest) => {
    const row = isSecretId(id) ? await store.get(id) : undefined;
    if (row?.state !== 'done' || !canSee(row, request)) throw notFound('This video');
    return row;
  };
  return async (app) => {
    app.get(
      '/videos/:id/file',
      { schema: { summary: 'Return the result', params: videoParams, querystring: fileQuery } },
      async (request, reply) => {
        const row = await done(request.params.id, request);
        if (!row.file) throw notFound('This file');
        const kind = request.query.download === '1' ? 'attachment' : 'inline';
        const disposition = contentDisposition(kind, downloadName(row.name, path.extname(row.file).slice(1)));
        const delivery = { type: row.mime ?? unknownType, disposition, isPrivate: row.is_private };
        return sendStored(storage, request, reply, videoKey(row.id, row.file), delivery);
      },
    );

    app.get(
      '/videos/:id/poster',
      { schema: { summary: 'Return a still of the result', params: videoParams } },
      async (request, reply) => {
        const row = await done(request.params.id, request);
        if (!row.poster) throw notFound('This file');
        const delivery = { type: 'image/jpeg', isPrivate: row.is_private };
        return sendStored(storage, request, reply, videoKey(row.id, row.poster), delivery);
      },
    );

    app.get(
      '/uploads/:id/:name',
      {
        schema: {
          summary: 'Return an uploaded file',
          params: z.object({ id: z.string().max(64), name: z.string().max(1024) }),
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const upload = isSecretId(id) ? await uploads.find(id) : undefined;
        if (!upload?.file) throw notFound('This file');
        const delivery = {
          type: upload.mime ?? unknownType,
          disposition: contentDisposition('inline', nameByContent(upload)),
        };
        return sendStored(storage, request, reply, uploads.keyOf(upload), delivery);
      },
    );
  };
}
