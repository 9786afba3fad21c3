import * as z from 'zod';
import { videoRecord } from './video.ts';

/** Body of a webhook. */
export const webhookEvent = z.object({
  /** What came of the video. */
  type: z.enum(['video.done', 'video.failed', 'video.cancelled']),
  /** The same each time that this event is sent, and that of no other event; `webhook-id` says it too. */
  id: z.string(),
  /** When the video came to its end, ISO 8601. */
  timestamp: z.string(),
  /** How often it was sent, with this time. */
  attempt: z.number(),
  /** The video, as its owner sees it, without its webhook. */
  data: videoRecord.omit({ webhook: true }),
});

/** Body of a webhook. */
export type WebhookEvent = z.infer<typeof webhookEvent>;
