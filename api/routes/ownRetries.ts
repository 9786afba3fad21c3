import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../contract/errorBody.ts';
import { videoParams, videoRecord } from '../contract/video.ts';
import { TooManyOpenError } from '../jobs/turns.ts';
import type { Service } from '../service/service.ts';
import { fail } from '../system/serviceError.ts';
import { diskFull } from './httpError.ts';
import { findOwnVideo, recordOf } from './record.ts';

/** Minimum free disk space in bytes for a result. */
const RESULT_BYTES = 16 * 1024 * 1024;

/** Checks that the disk has space for another result. @throws ServiceError */
export async function expectRoomForResult({ budget, folders }: Pick<Service, 'budget' | 'folders'>): Promise<void> {
  if (!(await budget.hasRoom(RESULT_BYTES, folders.root))) throw diskFull();
}

/** Turns TooManyOpenError into a 429 answer. */
export async function answerTooManyOpen<T>(adding: Promise<T>, { waitingMessage }: Service['quotas']): Promise<T> {
  return adding.catch((error: unknown) => {
    if (!(error instanceof TooManyOpenError)) throw error;
    throw fail('too-many-requests', waitingMessage(error.party, error.most));
  });
}

/** Route for owners to retry failed videos. @param options.perMinute per address. */
export function ownRetryRoutes(
  service: Pick<Service, 'budget' | 'changes' | 'folders' | 'log' | 'quotas' | 'retries' | 'store'>,
  options: { perMinute: number },
): FastifyPluginAsyncZod {
  const { store, retries, quotas, changes, log } = service;
  return async (app) => {
    app.post(
      '/videos/:id/retry',
      {
        config: { rateLimit: { max: options.perMinute, timeWindow: '1 minute' } },
        schema: {
          summary: 'Retry a failed video, for its owner; it keeps its id and counts like a new video',
          params: videoParams,
          response: { 200: videoRecord, '4xx': errorBody },
        },
      },
      async (request) => {
        const { id } = request.params;
        await findOwnVideo(store, id, request);
        await expectRoomForResult(service);
        const retrying = retries.retryOwn(id, ({ party, seconds }, change) =>
          quotas.expectRender(party, seconds, change),
        );
        await answerTooManyOpen(retrying, quotas);
        log.info('queued', { video: id, isRetry: true });
        changes.announce(id);
        return recordOf(await findOwnVideo(store, id, request), request);
      },
    );
  };
}
