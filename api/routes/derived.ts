import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { DerivedProgress } from '../contract/derived.ts';
import { type DerivedKind, derivedKinds } from '../contract/derivedAddress.ts';
import { videoParams } from '../contract/video.ts';
import type { DerivationRow } from '../db/tables.ts';
import type { Service } from '../service.ts';
import { derivations } from '../sources/derived/derivations.ts';
import { isSecretId } from '../sources/ids.ts';
import { refuseUseByOtherSites } from './guards.ts';
import { HttpError, notFound } from './httpError.ts';
import { sendStored } from './sendMedia.ts';
import { knownOwner } from './session.ts';

/** When one asks again for what is being made, seconds. */
const RETRY_SECONDS = 1;

const summaries: Record<DerivedKind, string> = {
  proxy: 'A light video (MP4) of an uploaded one that a browser cannot play; 202 while it is being made',
  strip: 'Small pictures of an uploaded video, 8 × 8 at equal distances in one JPEG; 202 while they are being made',
  peaks: 'How loud an uploaded file is, a byte each hundredth of a second; 202 while it is being measured',
};

/** What is made once of an upload of the session, when it is first asked for. */
export function derivedRoutes(service: Service): FastifyPluginAsyncZod {
  return async (app) => {
    for (const kind of derivedKinds) {
      app.get(
        `/uploads/:id/${kind}`,
        { onRequest: refuseUseByOtherSites, schema: { summary: summaries[kind], params: videoParams } },
        async (request, reply) => {
          const row = await ask(service, kind, request.params.id, request);
          if (row.status === 'COMPLETE')
            return sendStored(service.storage, request, reply, row.id, { type: derivations[kind].type });
          if (row.status === 'FAILED') throw new HttpError(422, 'unreadable', row.error?.message ?? 'It failed.');
          service.deriving?.wake();
          return tellProgress(reply, row);
        },
      );
    }
  };
}

/** @throws HttpError 404 where there is no such thing, or the upload is another session's. */
async function ask(
  { uploads, derived, storage }: Service,
  kind: DerivedKind,
  id: string,
  request: FastifyRequest,
): Promise<DerivationRow> {
  const upload = isSecretId(id) ? await uploads.find(id) : undefined;
  const isOwn = upload !== undefined && upload.owner === knownOwner(request);
  if (!isOwn || !upload.content || !upload.facts || !derivations[kind].isOf(upload.facts)) throw notFound('This file');
  const row = await derived.ask(upload.content, kind, request.party);
  if (row.status !== 'COMPLETE' || (await storage.find(row.id))) return row;
  // The store has lost it.
  await derived.again(row.id);
  return derived.ask(upload.content, kind, request.party);
}

function tellProgress(reply: FastifyReply, { status, progress }: DerivationRow): FastifyReply {
  const told: DerivedProgress = { status: status === 'RUNNING' ? 'running' : 'pending', progress };
  return reply.status(202).header('retry-after', RETRY_SECONDS).header('cache-control', 'no-store').send(told);
}
