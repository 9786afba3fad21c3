import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { videoParams } from '../contract/video.ts';
import type { VideoRow } from '../db/tables.ts';
import type { Service } from '../service/service.ts';
import { escapeHtml } from './escapeHtml.ts';
import { findShared, titleOfShared } from './sharedVideo.ts';

const style =
  'html,body{height:100%;margin:0;background:#000;color:#fff;font:1rem system-ui,sans-serif}video,audio,img{display:block;width:100%;height:100%;object-fit:contain}p{display:grid;height:100%;margin:0;place-items:center}';
const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * Route of a shared video on its own, for an iframe in any page. It runs no scripts and gets no data about the viewer.
 * @param storeOrigin further origin of media, besides this server.
 */
export function embedRoutes(service: Pick<Service, 'store'>, storeOrigin: string | undefined): FastifyPluginAsyncZod {
  const from = ["'self'", storeOrigin].filter(Boolean).join(' ');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; media-src ${from}; img-src ${from}; base-uri 'none'; form-action 'none'; frame-ancestors *`;
  return async (app) => {
    app.get(
      '/embed/:id',
      { schema: { summary: 'Return a shared video as a page to embed in another', params: videoParams } },
      async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
        const row = await findShared(service, request.params.id);
        reply.removeHeader('x-frame-options');
        return reply
          .status(row ? 200 : 404)
          .header('content-security-policy', policy)
          .header('cache-control', 'no-cache')
          .type('text/html; charset=utf-8')
          .send(row ? page(titleOfShared(row), shown(row)) : page('Video', '<p>This video does not exist.</p>'));
      },
    );
  };
}

function shown(row: VideoRow): string {
  const files = `/api/v1/videos/${row.id}`;
  const name = escapeHtml(titleOfShared(row));
  if (row.mime?.startsWith('audio/'))
    return `<audio src="${files}/file" controls preload="metadata" aria-label="${name}"></audio>`;
  if (!row.mime?.startsWith('video/')) return `<img src="${files}/file" alt="${name}">`;
  const poster = row.poster ? ` poster="${files}/poster"` : '';
  return `<video src="${files}/file" controls playsinline preload="metadata"${poster} aria-label="${name}"></video>`;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style>${body}</html>`;
}
