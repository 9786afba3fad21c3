import type { FastifyRequest } from 'fastify';
import type { VideoRecord } from '../contract/video.ts';
import type { VideoRow } from '../db/tables.ts';
import { originOf } from './guards.ts';
import { knownOwner } from './session.ts';

/** Whether a request may see a video: its owner may, and whoever has its address unless it is private. */
export function maySee(row: Pick<VideoRow, 'owner' | 'is_private'>, request: FastifyRequest): boolean {
  return !row.is_private || row.owner === knownOwner(request);
}

/** What a request may see of a video. */
export function recordOf(row: VideoRow, request: FastifyRequest, owner = knownOwner(request)): VideoRecord {
  const done = row.status === 'done';
  const base = `${originOf(request)}/api/v1/videos/${row.id}`;
  return {
    _id: row.id,
    name: row.name,
    status: row.status,
    progress: row.progress,
    progressText: row.progress_text,
    done,
    url: done ? `${base}/file` : null,
    poster: done && row.poster ? `${base}/poster` : null,
    mime: row.mime,
    width: row.width,
    height: row.height,
    duration: row.duration,
    size: row.size === null ? null : Number(row.size),
    error: row.error && {
      code: row.error.code,
      message: row.error.message,
      ...(row.error.problems ? { problems: [...row.error.problems] } : {}),
    },
    notes: [...(row.notes ?? [])],
    submittedAt: new Date(row.submitted_at).toISOString(),
    finishedAt: row.finished_at && new Date(row.finished_at).toISOString(),
    mine: owner !== undefined && owner === row.owner,
    isPrivate: row.is_private,
  };
}
