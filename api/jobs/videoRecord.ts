import { attemptWords } from '../contract/attempts.ts';
import type { VideoRecord, VideoStatus } from '../contract/video.ts';
import type { WebhookRecord, WebhookState } from '../contract/webhook.ts';
import type { WorkState } from '../db/columns.ts';
import type { VideoRow } from '../db/tables.ts';
import type { WebhookSeen } from '../db/webhookTables.ts';

/** Words of the API for the states of videos. */
export const videoStatuses: Readonly<Record<WorkState, VideoStatus>> = {
  queued: 'queued',
  running: 'rendering',
  done: 'done',
  failed: 'failed',
  canceled: 'cancelled',
};

/** Words of the API for the states of webhooks, which are never canceled. */
const webhookStates: Readonly<Record<WebhookSeen['state'], WebhookState>> = {
  waiting: 'waiting',
  queued: 'queued',
  running: 'sending',
  done: 'delivered',
  failed: 'failed',
  canceled: 'failed',
};

/** Whether a video has reached a final state. */
export function hasEnded({ state }: Pick<VideoRow, 'state'>): boolean {
  return state !== 'queued' && state !== 'running';
}

/** Returns the public record of a video. @param origin of its URLs. @param mine whether its owner reads it. */
export function videoRecordOf(row: VideoRow, origin: string, mine: boolean): VideoRecord {
  const done = row.state === 'done';
  const base = `${origin}/api/v1/videos/${row.id}`;
  const attempt = attemptOf(row);
  const again = attemptWords(attempt);
  return {
    _id: row.id,
    name: row.name,
    status: videoStatuses[row.state],
    progress: row.progress,
    progressText: again ? `${again}: ${row.progress_text}` : row.progress_text,
    attempt,
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
      ...(row.error.moreProblems ? { moreProblems: row.error.moreProblems } : {}),
    },
    notes: [...(row.notes ?? [])],
    submittedAt: new Date(row.submitted_at).toISOString(),
    finishedAt: row.finished_at && new Date(row.finished_at).toISOString(),
    mine,
    isPrivate: row.is_private,
    // Its URL may contain a secret.
    webhook: mine && row.webhook ? webhookRecordOf(row.webhook) : null,
  };
}

/**
 * A join is a new attempt in the database, but continues with existing segments: report it as the attempt that planned
 * them.
 */
function attemptOf({ state, stage, attempt, planned }: VideoRow): number | null {
  if (state === 'queued') return attempt + 1;
  if (state !== 'running') return null;
  return Math.max(1, stage === 'plan' ? attempt : (planned ?? attempt));
}

function webhookRecordOf({ url, state, attempts, last_status, last_error, next_at }: WebhookSeen): WebhookRecord {
  return {
    url,
    state: webhookStates[state],
    attempts,
    lastStatus: last_status,
    lastError: last_error,
    nextAt: next_at && new Date(next_at).toISOString(),
  };
}
