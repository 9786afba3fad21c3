import * as z from 'zod';
import { videoRecord } from './video.ts';

/** Body of a webhook. */
export const webhookEvent = z.object({
  /** Final state of the video. */
  type: z.enum(['video.done', 'video.failed', 'video.cancelled']),
  /** Unique id of the event, the same for all tries; also sent as `webhook-id`. */
  id: z.string(),
  /** Time at which the video ended, ISO 8601. */
  timestamp: z.string(),
  /** Number of this try, from 1. */
  attempt: z.number(),
  /** The video as its owner sees it, without its webhook. */
  data: videoRecord.omit({ webhook: true }),
});

/** Body of a webhook. */
export type WebhookEvent = z.infer<typeof webhookEvent>;
