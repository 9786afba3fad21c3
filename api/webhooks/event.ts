import type { WebhookEvent } from '../contract/webhookEvent.ts';
import type { VideoRow } from '../db/tables.ts';
import type { WebhookRow } from '../db/webhookTables.ts';
import { videoRecordOf } from '../jobs/videoRecord.ts';

/** What is told of a video's end. @param row with the number of this try. */
export function eventOf(row: WebhookRow, video: VideoRow): WebhookEvent {
  const { webhook: _, ...data } = videoRecordOf(video, row.origin, true);
  return {
    type: `video.${video.status as 'done' | 'failed' | 'cancelled'}`,
    id: row.event_id ?? '',
    timestamp: (row.ended_at ?? new Date()).toISOString(),
    attempt: row.attempts,
    data,
  };
}
