import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ProblemError } from '../../engine/project/problems.ts';
import { stillQuery } from '../contract/still.ts';
import type { Service } from '../service/service.ts';
import type { FoundMedia } from '../sources/library.ts';
import { fail } from '../system/serviceError.ts';
import { rejectCrossSite } from './guards.ts';
import { diskFull } from './httpError.ts';
import { findOwnMedia } from './ownMedia.ts';
import { sendFile } from './sendMedia.ts';

/** Route for still frames of videos that a browser cannot decode. @param options.perMinute per address. */
export function stillRoutes(
  service: Pick<Service, 'budget' | 'folders' | 'library' | 'stills' | 'uploads'>,
  options: { perMinute: number },
): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/stills',
      {
        onRequest: rejectCrossSite,
        config: { rateLimit: { max: options.perMinute, timeWindow: '1 minute' } },
        schema: {
          summary: 'Return a still (JPEG) of a video that the session uploaded, or of a sample',
          querystring: stillQuery,
        },
      },
      async (request, reply) => {
        const { at = 0, size = 'large' } = request.query;
        const video = await (await findVideo(service, request.query.url, request)).open();
        const still = await makeStill(service, video.path, at, size, request.party).finally(video.release);
        return sendFile(reply, still, 'image/jpeg');
      },
    );
  };
}

/**
 * Finds a video. @throws ServiceError 404 if it does not exist or belongs to another session; 422 if it is not a video.
 */
async function findVideo(
  service: Pick<Service, 'library' | 'uploads'>,
  url: string,
  request: FastifyRequest,
): Promise<FoundMedia> {
  const found = await findOwnMedia(service, url, request);
  if (found.facts.kind !== 'video') throw fail('invalid', 'Frames can only be saved from videos.');
  return found;
}

async function makeStill(
  { stills, folders, budget }: Pick<Service, 'budget' | 'folders' | 'stills'>,
  ...what: Parameters<Service['stills']['of']>
): Promise<string> {
  if (!(await budget.hasRoom(1_000_000, folders.root))) throw diskFull();
  try {
    return await stills.of(...what);
  } catch (error) {
    if (error instanceof ProblemError) throw fail('unreadable', 'This video cannot be decoded: it is damaged.');
    throw error;
  }
}
