import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PageHead, pageAt } from '../contract/pages.ts';
import { escapeHtml } from './escapeHtml.ts';
import { errorBodyOf } from './httpError.ts';
import { pathOf } from './requestPath.ts';
import type { TagsOf } from './sharedVideo.ts';

/** File names with a content hash: such files never change. */
const hashed = /-[A-Z0-9]{8}\.[a-z0-9.]+$/;

/**
 * Serves the web application: its files, and its HTML page for all its routes. @param webDir the built application;
 * without it only the API is served. @param tagsOf meta tags for link previews.
 */
export async function serveWeb(app: FastifyInstance, webDir: string | undefined, tagsOf: TagsOf): Promise<void> {
  if (webDir) {
    await app.register(fastifyStatic, {
      // Files are looked up per request, since a new build has other file names.
      root: path.resolve(webDir),
      decorateReply: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply, file) => void reply.header('cache-control', keepingOf(file)),
    });
    serveAssets(app, path.resolve(webDir, 'assets'));
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!webDir || !isPage(request)) return reply.status(404).send(errorBodyOf('not-found', 'This was not found.'));
    const page = pageAt(pathOf(request)) ?? (await writtenPage(webDir, pathOf(request)));
    return reply
      .status(page ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(headed(await readFile(path.join(webDir, 'index.html'), 'utf8'), page, await tagsOf(request)));
  };
  // Missing files, and the root folder itself, which the static plugin would reject.
  app.setNotFoundHandler(answer);
  if (webDir) app.get('/', { schema: { hide: true } }, answer);
}

/** Serves build assets, of which a page loads dozens, without listing their folder first. */
function serveAssets(app: FastifyInstance, folder: string): void {
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    {
      schema: { hide: true },
      onSend: async ({ params }, reply) => {
        if (reply.statusCode < 400) reply.header('cache-control', keepingOf(params.name));
      },
    },
    ({ params }, reply) => reply.sendFile(params.name, folder, { cacheControl: false, index: false }),
  );
}

/** Returns the Cache-Control header of a file. */
function keepingOf(file: string): string {
  return hashed.test(path.basename(file)) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** Finds an article, which only the build knows about. */
async function writtenPage(webDir: string, where: string): Promise<PageHead | undefined> {
  const text = await readFile(path.join(webDir, 'articles.json'), 'utf8').catch(() => '{}');
  const pages = JSON.parse(text) as Record<string, PageHead>;
  return Object.hasOwn(pages, where) ? pages[where] : undefined;
}

/** Inserts title, description and tags into the page, for readers that do not run its script. */
function headed(html: string, page: PageHead = { title: 'Not found', description: '' }, tags = ''): string {
  const title = page.title ? `${page.title} · Cutroom` : 'Cutroom';
  return html
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, start) => start + escapeHtml(page.description))
    .replace('</head>', () => `${tags}</head>`);
}

function isPage(request: FastifyRequest): boolean {
  const where = pathOf(request);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // People get the page for any path; a script that requests a missing file gets a 404.
  const isNamed = path.posix.extname(where) === '' || request.headers.accept?.includes('text/html');
  return isRead && isNamed === true && !/^\/(api|samples)(\/|$)/.test(where);
}
