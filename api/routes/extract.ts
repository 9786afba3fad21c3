import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messages } from '../../engine/project/messages.ts';
import { errorBody } from '../contract/errorBody.ts';
import { type ExtractedMedia, extractAnswer, extractBody } from '../contract/extract.ts';
import type { UploadedMedia } from '../contract/upload.ts';
import { uploadPath } from '../sources/library.ts';
import { sniffUpload } from '../sources/mediaTypes.ts';
import { uploadedMediaOf } from '../sources/uploads.ts';
import { fail } from '../system/serviceError.ts';
import { disconnectSignal } from './disconnectSignal.ts';
import { originOf } from './guards.ts';
import type { ServiceOf, Serving } from './linkGate.ts';
import { knownOwner, requesterOf } from './session.ts';

/** Route for pasted links: fetches the media into a file on this server. @param options.perMinute links per address. */
export function extractRoutes(serviceOf: ServiceOf, options: { perMinute: number }): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/extract',
      {
        config: { rateLimit: { max: options.perMinute, timeWindow: '1 minute' } },
        schema: {
          summary: 'Fetch the target of a link: a file, or the video, audio or image that a page names',
          body: extractBody,
          response: { 200: extractAnswer, '4xx': errorBody },
        },
      },
      async (request, reply) => {
        return extract(serviceOf(request), request, reply, request.body.url.trim());
      },
    );
  };
}

async function extract(
  service: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
  url: string,
): Promise<ExtractedMedia> {
  const origin = originOf(request);
  // Links to this server are not fetched.
  if (URL.canParse(url) && new URL(url).origin === origin)
    return answerOf(await ownFile(service, url, origin, knownOwner(request)), null);
  const { media, sound } = await service.links.accept(url, requesterOf(request, reply), disconnectSignal(reply));
  const soundUrl = sound ? origin + uploadPath(sound) : null;
  return answerOf(uploadedMediaOf(media, origin + uploadPath(media)), soundUrl);
}

function answerOf(media: UploadedMedia, soundUrl: string | null): ExtractedMedia {
  const isGif = media.mime === 'image/gif';
  return { ...media, isGif, isImage: media.kind === 'image' && !isGif, soundUrl };
}

/** Finds the file of a link to this server. @throws ServiceError "link" if there is none. */
async function ownFile(
  { library }: Serving,
  url: string,
  origin: string,
  asker: string | undefined,
): Promise<UploadedMedia> {
  const found = await library.find(url, [origin], { asker });
  if ('code' in found) throw fail('link', messages.noContent);
  const file = await found.open();
  try {
    const type = await sniffUpload(file.path);
    if (!type) throw fail('link', messages.noContent);
    const { size } = await stat(file.path);
    return { ...found.facts, name: path.basename(found.url), url: origin + found.url, size, mime: type.mime };
  } finally {
    file.release();
  }
}
