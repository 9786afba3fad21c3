import type { FastifyReply } from 'fastify';
import type { Uploads } from '../sources/uploads.ts';
import { HttpError } from './httpError.ts';

/** Refuses what goes over an owner's quota of uploads, and says when to come back. @throws HttpError 429 */
export async function refuseOverQuota(
  uploads: Pick<Uploads, 'waitOf'>,
  reply: FastifyReply,
  { owner, count, bytes }: { owner: string; count: number; bytes: number },
): Promise<void> {
  const wait = await uploads.waitOf(owner, count, bytes);
  if (wait === 0) return;
  reply.header('retry-after', String(wait));
  throw new HttpError(429, 'too-many-requests', 'You have uploaded as much as may be. Please try again later.');
}
