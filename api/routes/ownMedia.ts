import type { FastifyRequest } from 'fastify';
import type { Service } from '../service/service.ts';
import { isSecretId } from '../sources/ids.ts';
import { type FoundMedia, SAMPLES_PATH, UPLOADS_PATH } from '../sources/library.ts';
import { originOf } from './guards.ts';
import { notFound } from './httpError.ts';
import { knownOwner } from './session.ts';

/**
 * Finds an uploaded file of the session, or a sample. @param owner required owner; default: the session's.
 * @throws ServiceError 404 if it does not exist or belongs to another session.
 */
export async function findOwnMedia(
  { library, uploads }: Pick<Service, 'library' | 'uploads'>,
  url: string,
  request: FastifyRequest,
  owner: () => string | undefined = () => knownOwner(request),
): Promise<FoundMedia> {
  const found = await library.find(url, [originOf(request)], { asker: owner() });
  if ('code' in found) throw notFound('This file');
  if (found.url.startsWith(UPLOADS_PATH)) {
    const id = found.url.slice(UPLOADS_PATH.length).split('/')[0] ?? '';
    const upload = isSecretId(id) ? await uploads.find(id) : undefined;
    if (!upload || upload.owner !== owner()) throw notFound('This file');
  } else if (!found.url.startsWith(SAMPLES_PATH)) throw notFound('This file');
  return found;
}
