import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messages } from '../../engine/project/messages.ts';
import { errorBody } from '../contract/errors.ts';
import { type ExtractedMedia, extractAnswer, extractBody } from '../contract/extract.ts';
import type { UploadedMedia } from '../contract/upload.ts';
import type { Service } from '../service.ts';
import { uploadPath } from '../sources/library.ts';
import { LinkRefused } from '../sources/links/linkRefused.ts';
import { sniffUpload } from '../sources/mediaTypes.ts';
import { uploadedMediaOf } from '../sources/uploads.ts';
import { clientOf } from './addresses.ts';
import { closedSignal } from './closed.ts';
import { originOf } from './guards.ts';
import { HttpError } from './httpError.ts';
import { ownerOf } from './session.ts';

/** How many links are fetched for one address at a time. */
const AT_A_TIME = 4;

/** Pasting a link: what it leads to becomes a file of this server. @param options.perMinute links of one address. */
export function extractRoutes(service: Service, options: { perMinute: number }): FastifyPluginAsyncZod {
  const enter = createGate(AT_A_TIME);
  return async (app) => {
    app.post(
      '/extract',
      {
        config: { rateLimit: { max: options.perMinute, timeWindow: '1 minute' } },
        schema: {
          summary: 'Fetches what a link leads to: a file, or the video, sound or picture that a page shows',
          body: extractBody,
          response: { 200: extractAnswer, '4xx': errorBody },
        },
      },
      async (request, reply) => {
        const leave = enter(clientOf(request.ip));
        try {
          return await extract(service, request, reply, request.body.url.trim());
        } catch (error) {
          throw error instanceof LinkRefused ? new HttpError(422, 'link', error.message) : error;
        } finally {
          leave();
        }
      },
    );
  };
}

async function extract(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  url: string,
): Promise<ExtractedMedia> {
  const origin = originOf(request);
  // Nothing is fetched from ourselves.
  if (URL.canParse(url) && new URL(url).origin === origin) return answerOf(await ownFile(service, url, origin), null);
  const { media, sound } = await service.links.take(url, ownerOf(request, reply), closedSignal(reply));
  const soundUrl = sound ? origin + uploadPath(sound) : null;
  return answerOf(uploadedMediaOf(media, origin + uploadPath(media)), soundUrl);
}

function answerOf(media: UploadedMedia, soundUrl: string | null): ExtractedMedia {
  const isGif = media.mime === 'image/gif';
  return { ...media, isGif, isImage: media.kind === 'image' && !isGif, soundUrl };
}

/** A link to a file of this server is that file. @throws LinkRefused where there is none. */
async function ownFile({ library }: Service, url: string, origin: string): Promise<UploadedMedia> {
  const found = await library.find(url, [origin]);
  if ('code' in found) throw new LinkRefused(messages.noContent);
  const file = await found.open();
  try {
    const type = await sniffUpload(file.path);
    if (!type) throw new LinkRefused(messages.noContent);
    const { size } = await stat(file.path);
    return { ...found.facts, name: path.basename(found.url), url: origin + found.url, size, mime: type.mime };
  } finally {
    file.release();
  }
}

/** Counts who is inside. @returns a function that lets one more of a client in, and returns what lets it out. */
function createGate(most: number): (client: string) => () => void {
  const inside = new Map<string, number>();
  return (client) => {
    const count = inside.get(client) ?? 0;
    if (count >= most) {
      throw new HttpError(429, 'too-many-requests', 'Too many links at a time. Please wait for one to be fetched.');
    }
    inside.set(client, count + 1);
    return () => {
      const left = (inside.get(client) ?? 1) - 1;
      if (left > 0) inside.set(client, left);
      else inside.delete(client);
    };
  };
}
