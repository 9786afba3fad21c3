import type { FastifyRequest } from 'fastify';
import type { VideoRecord } from '../contract/video.ts';
import type { VideoRow } from '../db/tables.ts';
import { videoRecordOf } from '../jobs/videoRecord.ts';
import { originOf } from './guards.ts';
import { knownOwner } from './session.ts';

/** Whether a request may see a video: its owner may, and whoever has its address unless it is private. */
export function maySee(row: Pick<VideoRow, 'owner' | 'is_private'>, request: FastifyRequest): boolean {
  return !row.is_private || row.owner === knownOwner(request);
}

/** What a request may see of a video. */
export function recordOf(row: VideoRow, request: FastifyRequest, owner = knownOwner(request)): VideoRecord {
  return videoRecordOf(row, originOf(request), owner !== undefined && owner === row.owner);
}
