import type { WebhookEvent } from '../contract/webhookEvent.ts';
import type { VideoRow } from '../db/tables.ts';
import type { WebhookRow } from '../db/webhookTables.ts';
import { videoRecordOf } from '../jobs/videoRecord.ts';

/** Builds the event of a video's end; undefined if it is not final. @param row with the number of this try. */
export function eventOf(row: WebhookRow, video: VideoRow): WebhookEvent | undefined {
  const { webhook: _, ...data } = videoRecordOf(video, row.origin, true);
  const { status } = data;
  if (status === 'queued' || status === 'rendering') return undefined;
  return {
    type: `video.${status}`,
    id: row.event_id ?? '',
    timestamp: (row.ended_at ?? new Date()).toISOString(),
    attempt: row.attempts,
    data,
  };
}
