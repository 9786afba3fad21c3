import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBodyOf } from './httpError.ts';

/** Names that a build gives to files by their content: such a file never changes. */
const hashed = /-[A-Z0-9]{8}\.[a-z0-9.]+$/;

/** Serves the web application: its files, and its page for every route of its own. @param webDir the built application; without it only the API is there. */
export async function serveWeb(app: FastifyInstance, webDir: string | undefined): Promise<void> {
  if (webDir) {
    await app.register(fastifyStatic, {
      // Looked up at every request: a build made while the server runs has files of other names.
      root: path.resolve(webDir),
      decorateReply: false,
      index: ['index.html'],
      cacheControl: false,
      setHeaders: (reply, file) => {
        const forever = hashed.test(path.basename(file));
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (webDir && isPage(request)) {
      return reply
        .header('cache-control', 'no-cache')
        .sendFile('index.html', path.resolve(webDir), { cacheControl: false });
    }
    return reply.status(404).send(errorBodyOf('not-found', 'This was not found.'));
  });
}

function isPage({ method, url }: FastifyRequest): boolean {
  const where = url.split('?')[0] ?? '';
  return (
    (method === 'GET' || method === 'HEAD') && !/^\/(api|samples)(\/|$)/.test(where) && path.posix.extname(where) === ''
  );
}
