import type { FastifyRequest } from 'fastify';
import type { VideoRecord } from '../contract/video.ts';
import type { VideoRow } from '../db/tables.ts';
import type { VideoStore } from '../jobs/jobStore.ts';
import { videoRecordOf } from '../jobs/videoRecord.ts';
import { isSecretId } from '../sources/ids.ts';
import { originOf } from './guards.ts';
import { notFound } from './httpError.ts';
import { knownOwner } from './session.ts';

/** Whether a request may see a video: private ones only with their owner's session, others with their URL. */
export function canSee(row: Pick<VideoRow, 'owner' | 'is_private'>, request: FastifyRequest): boolean {
  return !row.is_private || row.owner === knownOwner(request);
}

/** Finds a video of the requester. @throws ServiceError 404 otherwise. */
export async function findOwnVideo(
  store: Pick<VideoStore, 'get'>,
  id: string,
  request: FastifyRequest,
): Promise<VideoRow> {
  const row = isSecretId(id) ? await store.get(id) : undefined;
  if (!row || row.owner !== knownOwner(request)) throw notFound('This video');
  return row;
}

/** Returns a video's record as the requester may see it. */
export function recordOf(row: VideoRow, request: FastifyRequest, owner = knownOwner(request)): VideoRecord {
  return videoRecordOf(row, originOf(request), owner !== undefined && owner === row.owner);
}
