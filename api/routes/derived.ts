import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { MAX_AUDIO_TRACK } from '../../engine/project/limits.ts';
import type { DerivedProgress } from '../contract/derived.ts';
import { type DerivedKind, derivedKinds, type StoredKind } from '../contract/derivedAddress.ts';
import { errorBody } from '../contract/errorBody.ts';
import { uploadedMedia } from '../contract/upload.ts';
import { videoParams } from '../contract/video.ts';
import type { DerivationRow } from '../db/tables.ts';
import type { Service } from '../service/service.ts';
import { derivationOf } from '../sources/derived/derivations.ts';
import { isSecretId } from '../sources/ids.ts';
import { uploadedMediaOf } from '../sources/uploads.ts';
import { fail } from '../system/serviceError.ts';
import { originOf, rejectCrossSite } from './guards.ts';
import { notFound } from './httpError.ts';
import { sendStored } from './sendMedia.ts';
import { knownOwner } from './session.ts';
import { readUri } from './uploadAddresses.ts';

/** Seconds before a client should ask again. */
const RETRY_SECONDS = 1;

/** Number of the audio track, from 1; default: the track that the file marks as default, or its first. */
const trackQuery = z.object({ track: z.coerce.number().int().min(1).max(MAX_AUDIO_TRACK).optional() });

const summaries: Record<DerivedKind, string> = {
  proxy: 'Return a light video (MP4) of an upload that a browser cannot play; 202 while it is being created',
  strip:
    'Return thumbnails of an uploaded video, 8 × 8 at equal distances in one JPEG; 202 while they are being created',
  picture: 'Return an uploaded image as PNG, for browsers that cannot show its format; 202 while it is being created',
  sound: 'Return an audio track of an upload as M4A, for browsers that cannot play it; 202 while it is being created',
  peaks: 'Return the loudness of an upload, one byte per hundredth of a second; 202 while it is being measured',
};

/** Routes for the derivations of an upload; each is created on its first request. */
export function derivedRoutes(service: Pick<Service, 'derived' | 'storage' | 'uploads'>): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/uploads/:id/facts',
      {
        onRequest: rejectCrossSite,
        schema: {
          summary: 'What an uploaded file is, as its upload was answered',
          params: videoParams,
          response: { 200: uploadedMedia, '4xx': errorBody },
        },
      },
      async (request) => {
        const upload = await ownUpload(service, request.params.id, request);
        return uploadedMediaOf(upload, readUri(originOf(request), upload));
      },
    );
    for (const kind of derivedKinds) {
      const querystring = kind === 'sound' || kind === 'peaks' ? trackQuery : z.object({});
      app.get(
        `/uploads/:id/${kind}`,
        { onRequest: rejectCrossSite, schema: { summary: summaries[kind], params: videoParams, querystring } },
        async (request, reply) => {
          const { track } = request.query as z.infer<typeof trackQuery>;
          const stored = (track === undefined ? kind : `${kind} ${track}`) as StoredKind;
          const row = await requestDerivation(service, stored, request.params.id, request);
          if (row.state === 'done')
            return sendStored(service.storage, request, reply, row.id, { type: derivationOf(stored).type });
          if (row.state === 'failed') throw fail('unreadable', row.error?.message ?? 'Failed.');
          return tellProgress(reply, row);
        },
      );
    }
  };
}

/** @throws ServiceError 404 where there is no such thing, or the upload is another session's. */
async function requestDerivation(
  service: Pick<Service, 'derived' | 'storage' | 'uploads'>,
  kind: StoredKind,
  id: string,
  request: FastifyRequest,
): Promise<DerivationRow> {
  const { derived, storage } = service;
  const upload = await ownUpload(service, id, request);
  if (!derivationOf(kind).isOf(upload.facts)) throw notFound('This file');
  const row = await derived.request(upload.content, kind, request.party);
  if (row.state !== 'done' || (await storage.find(row.id))) return row;
  // Storage has lost the file.
  await derived.again(row.id);
  return derived.request(upload.content, kind, request.party);
}

/** @throws ServiceError 404 where there is no such finished upload, or it is another session's. */
async function ownUpload({ uploads }: Pick<Service, 'uploads'>, id: string, request: FastifyRequest) {
  const upload = isSecretId(id) ? await uploads.find(id) : undefined;
  if (!upload?.content || !upload.facts || upload.owner !== knownOwner(request)) throw notFound('This file');
  return { ...upload, content: upload.content, facts: upload.facts };
}

function tellProgress(reply: FastifyReply, { state: work, progress }: DerivationRow): FastifyReply {
  const state: DerivedProgress = { status: work === 'running' ? 'running' : 'pending', progress };
  return reply.status(202).header('retry-after', RETRY_SECONDS).header('cache-control', 'no-store').send(state);
}
