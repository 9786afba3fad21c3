import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../contract/errorBody.ts';
import { videoParams, videoRecord } from '../contract/video.ts';
import type { Service } from '../service/service.ts';
import { fail } from '../system/serviceError.ts';
import { findOwnVideo, recordOf } from './record.ts';

/**
 * Route for owners to resend a video's webhook, for example after its receiver was fixed. @param options.perMinute per
 * address.
 */
export function resendRoutes(
  { store, webhooks }: Pick<Service, 'store' | 'webhooks'>,
  options: { perMinute: number },
): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/videos/:id/webhook/resend',
      {
        config: { rateLimit: { max: options.perMinute, timeWindow: '1 minute' } },
        schema: {
          summary: 'Resend the webhook of a video, for its owner: the same event with the same id',
          params: videoParams,
          response: { 200: videoRecord, '4xx': errorBody },
        },
      },
      async (request) => {
        const { id } = request.params;
        await findOwnVideo(store, id, request);
        const before = await webhooks.store.resend(id);
        if (before === undefined) throw fail('conflict', 'This video has no webhook.');
        if (before === 'waiting') throw fail('conflict', 'This video is still rendering.');
        return recordOf(await findOwnVideo(store, id, request), request);
      },
    );
  };
}
