import path from 'node:path';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { videoParams } from '../contract/video.ts';
import type { Service } from '../service.ts';
import { isSecretId } from '../sources/ids.ts';
import { contentDisposition, downloadName } from '../storage/names.ts';
import { notFound } from './httpError.ts';

const fileQuery = z.object({ download: z.enum(['0', '1']).optional() });

/** Results and uploaded files, with range requests (206, 416), under the type that their content has. */
export function fileRoutes({ store, uploads, folders }: Service): FastifyPluginAsyncZod {
  const done = async (id: string) => {
    const row = isSecretId(id) ? await store.get(id) : undefined;
    if (row?.status !== 'done') throw notFound('This video');
    return row;
  };
  return async (app) => {
    app.get(
      '/videos/:id/file',
      { schema: { summary: 'The result', params: videoParams, querystring: fileQuery } },
      async (request, reply) => {
        const row = await done(request.params.id);
        const kind = request.query.download === '1' ? 'attachment' : 'inline';
        const name = downloadName(row.name, path.extname(row.file ?? '').slice(1));
        reply.header('content-disposition', contentDisposition(kind, name));
        return sendMedia(reply, folders.video(row.id), row.file, row.mime);
      },
    );

    app.get(
      '/videos/:id/poster',
      { schema: { summary: 'A still of the result', params: videoParams } },
      async (request, reply) => {
        const row = await done(request.params.id);
        return sendMedia(reply, folders.video(row.id), row.poster, 'image/jpeg');
      },
    );

    app.get(
      '/uploads/:id/:name',
      {
        schema: {
          summary: 'An uploaded file',
          params: z.object({ id: z.string().max(64), name: z.string().max(1024) }),
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const upload = isSecretId(id) ? await uploads.find(id) : undefined;
        if (!upload) throw notFound('This file');
        reply.header('content-disposition', contentDisposition('inline', upload.name));
        return sendMedia(reply, folders.upload(id), upload.file, upload.mime);
      },
    );
  };
}

/** Sends a file that others made: never as a page, never as another type than its own. */
export function sendMedia(reply: FastifyReply, folder: string, file: string | null, mime: string | null): FastifyReply {
  if (!file) throw notFound('This file');
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, max-age=31536000, immutable')
    .type(mime ?? 'application/octet-stream')
    .sendFile(file, folder, { cacheControl: false, contentType: false });
}
