import { attemptWords } from '../contract/attempts.ts';
import type { VideoRecord } from '../contract/video.ts';
import type { WebhookRecord } from '../contract/webhook.ts';
import type { VideoRow } from '../db/tables.ts';
import type { WebhookSeen } from '../db/webhookTables.ts';

/** Returns the public record of a video. @param origin of its URLs. @param mine whether its owner reads it. */
export function videoRecordOf(row: VideoRow, origin: string, mine: boolean): VideoRecord {
  const done = row.status === 'done';
  const base = `${origin}/api/v1/videos/${row.id}`;
  const attempt = attemptOf(row);
  const again = attemptWords(attempt);
  return {
    _id: row.id,
    name: row.name,
    status: row.status,
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
function attemptOf({ status, stage, attempt, planned }: VideoRow): number | null {
  if (status === 'queued') return attempt + 1;
  if (status !== 'rendering') return null;
  return Math.max(1, stage === 'plan' ? attempt : (planned ?? attempt));
}

function webhookRecordOf({ url, status, attempts, last_status, last_error, next_at }: WebhookSeen): WebhookRecord {
  return {
    url,
    state: status,
    attempts,
    lastStatus: last_status,
    lastError: last_error,
    nextAt: next_at && new Date(next_at).toISOString(),
  };
}
