import * as z from 'zod';

/** Header names of a webhook, by the Standard Webhooks specification (standardwebhooks.com). */
export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/**
 * State of a webhook: waiting for the video's end; queued for a first or further try; being sent; accepted; failed for good.
 */
const webhookState = z.enum(['waiting', 'queued', 'sending', 'delivered', 'failed']);
/** State of a webhook. */
export type WebhookState = z.infer<typeof webhookState>;

/** A webhook as shown to the video's owner. */
export const webhookRecord = z.object({
  url: z.string(),
  state: webhookState,
  /** Number of tries. */
  attempts: z.number(),
  /** HTTP status of the last response, and its error; null if there is none. */
  lastStatus: z.number().nullable(),
  lastError: z.string().nullable(),
  /** Time of the next try, ISO 8601. */
  nextAt: z.string().nullable(),
});

/** When the account's webhook secret was created, ISO 8601; null if there is none. */
export const webhookSecretAge = z.object({ madeAt: z.string().nullable() });
/** A new secret, only returned here; `formerUntil`: how long the previous one also signs, or null. */
export const madeWebhookSecret = z.object({
  secret: z.string(),
  madeAt: z.string(),
  formerUntil: z.string().nullable(),
});

/** A webhook as shown to the video's owner. */
export type WebhookRecord = z.infer<typeof webhookRecord>;
/** A new secret. */
export type MadeWebhookSecret = z.infer<typeof madeWebhookSecret>;
