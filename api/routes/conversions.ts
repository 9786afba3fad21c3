import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { messages } from '../../engine/project/messages.ts';
import {
  type ConversionRecord,
  type ConversionStatus,
  conversionRecord,
  createConversionAnswer,
  createConversionBody,
} from '../contract/conversion.ts';
import { errorBody } from '../contract/errorBody.ts';
import type { WorkState } from '../db/columns.ts';
import type { ConversionRow } from '../db/tables.ts';
import { TooManyOpenError } from '../jobs/turns.ts';
import type { Service } from '../service/service.ts';
import { isSecretId, newSecretId } from '../sources/ids.ts';
import { uploadPath } from '../sources/library.ts';
import type { Requester } from '../sources/requester.ts';
import { fail } from '../system/serviceError.ts';
import { disconnectSignal } from './disconnectSignal.ts';
import { originOf, rejectCrossSite } from './guards.ts';
import { notFound } from './httpError.ts';
import type { ServiceOf, Serving } from './linkGate.ts';
import { findOwnMedia } from './ownMedia.ts';
import { knownOwner, requesterOnce } from './session.ts';

const errors = { '4xx': errorBody, '5xx': errorBody };
const params = z.object({ id: z.string().max(64) });
/** Seconds before a client should request more conversions. */
const RETRY_SECONDS = 10;

/** Routes to convert GIFs to videos. @param options.createsPerMinute per address. */
export function conversionRoutes(
  service: Pick<Service, 'conversionStore' | 'worker'>,
  options: { createsPerMinute: number; serviceOf: ServiceOf },
): FastifyPluginAsyncZod {
  const { worker, conversionStore: store } = service;
  return async (app) => {
    app.addHook('onRequest', rejectCrossSite);
    app.post(
      '/conversions',
      {
        config: { rateLimit: { max: options.createsPerMinute, timeWindow: '1 minute' } },
        schema: {
          summary: 'Convert an animated GIF to a video (WebM), with its transparency and timing',
          body: createConversionBody,
          response: { 201: createConversionAnswer, ...errors },
        },
      },
      async (request, reply) => {
        const id = await requestConversion(options.serviceOf(request), request.body, request, reply);
        return reply.status(201).send({ conversion_id: id });
      },
    );
    app.get(
      '/conversions/:id',
      {
        schema: { summary: 'Return the state of a conversion', params, response: { 200: conversionRecord, ...errors } },
      },
      async (request) => recordOf(await findOwn(service, request.params.id, request)),
    );
    app.delete(
      '/conversions/:id',
      { schema: { summary: 'Cancel a conversion', params, response: { 200: conversionRecord, ...errors } } },
      async (request) => {
        const { id } = await findOwn(service, request.params.id, request);
        if (await store.cancel(id)) worker.abort(id);
        return recordOf(await findOwn(service, id, request));
      },
    );
  };
}

async function requestConversion(
  service: Serving,
  body: z.infer<typeof createConversionBody>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const requester = requesterOnce(request, reply);
  const owner = () => requester().owner;
  const url = await fileOf(service, body, request, { requester, signal: disconnectSignal(reply) });
  const found = await findOwnMedia(service, url, request, owner);
  if (found.facts.kind !== 'image' || !found.facts.animated) throw fail('invalid', 'Only animated GIFs are converted.');
  const same = await service.conversionStore.same(owner(), found.url);
  if (same !== undefined) return same;
  // The video counts against its owner's quota; its size is not known yet.
  await service.uploads.expectQuota(request.party, 1, 1);
  const name = decodeURIComponent(path.basename(found.url));
  try {
    const row = { id: newSecretId(), ...requester(), source_url: found.url, input_name: name };
    return await service.conversionStore.add(row);
  } catch (error) {
    if (!(error instanceof TooManyOpenError)) throw error;
    const message = 'Too many GIFs are being converted. Please try again in a moment.';
    throw fail('too-many-requests', message, { retryAfter: RETRY_SECONDS });
  }
}

/**
 * Returns the GIF's URL on this server; a pasted link is fetched first. @throws ServiceError 422 if the link leads to no
 * media.
 */
async function fileOf(
  { links }: Serving,
  { resource, type }: z.infer<typeof createConversionBody>,
  request: FastifyRequest,
  { requester, signal }: { requester: () => Requester; signal: AbortSignal },
): Promise<string> {
  const url = typeof resource === 'string' ? resource : resource.url;
  const isElsewhere = URL.canParse(url) && new URL(url).origin !== originOf(request);
  if (type !== 'pastedLink' || !isElsewhere) return url;
  return uploadPath((await links.accept(url, requester(), signal)).media);
}

async function findOwn(
  { conversionStore }: Pick<Service, 'conversionStore'>,
  id: string,
  request: FastifyRequest,
): Promise<ConversionRow> {
  const row = isSecretId(id) ? await conversionStore.get(id) : undefined;
  if (!row || row.owner !== knownOwner(request)) throw notFound('This conversion');
  return row;
}

/** Status words of the API. */
const words: Record<WorkState, ConversionStatus> = {
  queued: 'PENDING',
  running: 'RUNNING',
  done: 'COMPLETE',
  failed: 'FAILED',
  canceled: 'CANCELLED',
};

function recordOf({ id, state, output_url, input_name, error }: ConversionRow): ConversionRecord {
  const failure = error && { code: error.code, message: `${messages.gifConversionFailed}. ${error.message}` };
  return { _id: id, status: words[state], output_url, input_name, ...(failure ? { error: failure } : {}) };
}
