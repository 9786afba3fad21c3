import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { MAX_PROJECT_BYTES } from '../../engine/project/limits.ts';
import type { CompiledJob, VideoBody } from '../bodies/readBody.ts';
import { errorBody } from '../contract/errorBody.ts';
import {
  changeVideoBody,
  createVideoBody,
  deleteAnswer,
  listQuery,
  triggerAnswer,
  triggerBody,
  videoList,
  videoParams,
  videoRecord,
} from '../contract/video.ts';
import type { VideoRow } from '../db/tables.ts';
import { endVideo } from '../jobs/endVideo.ts';
import { videoStatuses } from '../jobs/videoRecord.ts';
import type { Service } from '../service/service.ts';
import type { Known } from '../sources/compileBody.ts';
import { mediaFinder } from '../sources/findMedia.ts';
import { isSecretId, newSecretId } from '../sources/ids.ts';
import { createKnownMedia } from '../sources/knownMedia.ts';
import type { FoundMedia } from '../sources/library.ts';
import { measureFilePeaks } from '../sources/measureFilePeaks.ts';
import type { Requester } from '../sources/requester.ts';
import { fail } from '../system/serviceError.ts';
import { setSpanAttributes } from '../telemetry/spans.ts';
import { disconnectSignal } from './disconnectSignal.ts';
import { originOf } from './guards.ts';
import { invalid, notFound } from './httpError.ts';
import type { ServiceOf, Serving } from './linkGate.ts';
import { answerTooManyOpen, expectRoomForResult, ownRetryRoutes } from './ownRetries.ts';
import { addRawBodyRoutes, readBody } from './rawBodies.ts';
import { canSee, recordOf } from './record.ts';
import { endReplays, findReplayed, ofSameRequest, replayedFrom } from './replays.ts';
import { resendRoutes } from './resend.ts';
import { knownOwner, requesterOnce, upgradeSession } from './session.ts';
import { webhookOf } from './webhookOf.ts';

const errors = { '4xx': errorBody };
const listSchema = {
  summary: "List the session's own videos, newest first",
  querystring: listQuery,
  response: { 200: videoList, ...errors },
};
const changeSchema = {
  summary: 'Set whether only its owner can see a video',
  params: videoParams,
  body: changeVideoBody,
  response: { 200: videoRecord, ...errors },
};
const deleteSchema = {
  summary: 'Cancel an unfinished video, or delete a finished one',
  params: videoParams,
  response: { 200: deleteAnswer, ...errors },
};
const nothingKnown: Known = { media: new Map(), peaks: new Map() };
const keyHeader = z.object({ 'idempotency-key': z.string().min(1).max(255).optional() });

/** Routes to create, read, list, start, cancel and delete videos. @param options.createsPerMinute per address. */
export function videoRoutes(
  service: Service,
  options: { createsPerMinute: number; serviceOf: ServiceOf },
): FastifyPluginAsyncZod {
  const { store } = service;
  const find = async (id: string, request: FastifyRequest): Promise<VideoRow> => {
    const row = isSecretId(id) ? await store.get(id) : undefined;
    if (!row || !canSee(row, request)) throw notFound('This video');
    await endReplays(store, request, [row]);
    return row;
  };
  return async (app) => {
    const perMinute = options.createsPerMinute;
    await app.register(resendRoutes(service, { perMinute }));
    await app.register(ownRetryRoutes(service, { perMinute }));
    await addRawBodyRoutes(app, (raw) => {
      raw.post(
        '/videos/createVideo',
        {
          bodyLimit: MAX_PROJECT_BYTES,
          config: { rateLimit: { max: options.createsPerMinute, timeWindow: '1 minute' } },
          schema: {
            summary: 'Create a video, GIF or image from a Studio project or the settings of a tool',
            headers: keyHeader,
            body: createVideoBody,
            response: { 200: videoRecord, 201: videoRecord, ...errors },
          },
        },
        (request, reply) => createVideo(options.serviceOf(request), request, reply, request.headers['idempotency-key']),
      );
    });

    app.post(
      '/videos/triggerLambda',
      {
        schema: {
          summary: 'Start the processing of a video; no effect if it is running',
          body: triggerBody,
          response: { 200: triggerAnswer, ...errors },
        },
      },
      async (request) => {
        const row = await find(request.body._id, request);
        return { _id: row.id, status: videoStatuses[row.state] };
      },
    );

    app.get(
      '/videos/:id',
      { schema: { summary: 'A video', params: videoParams, response: { 200: videoRecord, ...errors } } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return recordOf(await find(request.params.id, request), request);
      },
    );

    app.get('/videos', { schema: listSchema }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      upgradeSession(request, reply);
      const owner = knownOwner(request);
      const { limit, before } = request.query;
      // An invalid id has no next page.
      const isAsked = before === undefined || isSecretId(before);
      const rows = owner && isAsked ? await store.list(owner, limit + 1, before) : [];
      await endReplays(store, request, rows);
      const page = rows.slice(0, limit);
      return {
        videos: page.map((row) => recordOf(row, request)),
        next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      };
    });

    app.patch('/videos/:id', { schema: changeSchema }, async (request) => {
      const row = await find(request.params.id, request);
      if (row.owner !== knownOwner(request)) throw notFound('This video');
      await store.setPrivate(row.id, request.body.isPrivate);
      service.changes.announce(row.id);
      return recordOf({ ...row, is_private: request.body.isPrivate }, request);
    });

    app.delete('/videos/:id', { schema: deleteSchema }, async (request) => {
      const row = await find(request.params.id, request);
      if (row.owner !== knownOwner(request)) throw notFound('This video');
      const outcome = await endVideo(service, row);
      if (!outcome) throw fail('conflict', 'This video has just changed. Please try again.');
      return { _id: row.id, outcome };
    });
  };
}

async function createVideo(service: Serving, request: FastifyRequest, reply: FastifyReply, key: string | undefined) {
  const { store, quotas, log } = service;
  const first = await readBody(service.bodies, request, 'video', nothingKnown);
  const { requestHash } = first;
  // A client that got no answer repeats its request and gets the same video, even if media have changed since.
  const earlier = await findReplayed(store, request, key, requestHash);
  if (earlier) {
    await endReplays(store, request, [earlier]);
    return reply.status(200).send(recordOf(earlier, request));
  }
  const webhook = await webhookOf(service, request, first.webhookUrl);
  const requester = requesterOnce(request, reply);
  const compiled = await compileWithMedia(service, request, first, { requester, signal: disconnectSignal(reply) });
  await expectRoomForResult(service);
  const job = {
    id: newSecretId(),
    ...requester(),
    idempotencyKey: key ?? null,
    askedFrom: replayedFrom(request, key),
    requestHash,
    webhook,
    ...compiled,
  };
  const adding = store.add(job, (change) => quotas.expectRender(job.party, job.seconds, change));
  const { row, created } = await answerTooManyOpen(adding, quotas);
  if (created) {
    setSpanAttributes({ 'cutroom.video.id': row.id });
    log.info('queued', { video: row.id });
  } else ofSameRequest(row, requestHash);
  return reply.status(created ? 201 : 200).send(recordOf(row, request, job.owner));
}

/**
 * Compiles a createVideo body: finds and probes its media and compiles again, until nothing is missing.
 * @param first result without any known media.
 */
async function compileWithMedia(
  service: Serving,
  request: FastifyRequest,
  first: VideoBody,
  { requester, signal }: { requester: () => Requester; signal: AbortSignal },
): Promise<CompiledJob> {
  const { library, links, folders, budget, bodies } = service;
  const finding = { library, links, origins: [originOf(request)], requester, asker: knownOwner(request), signal };
  const find = mediaFinder(finding);
  const listen = (media: FoundMedia, audioTrack?: number) =>
    measureFilePeaks(media, { folders, budget, audioTrack, party: request.party, signal });
  const known = createKnownMedia(find, listen);
  let { compiled } = first;
  while (compiled.ok === undefined) {
    await known.add(compiled.missing);
    ({ compiled } = await readBody(bodies, request, 'video', known.known));
  }
  if (!compiled.ok) throw invalid(compiled.problems, compiled.more);
  return compiled.job;
}
