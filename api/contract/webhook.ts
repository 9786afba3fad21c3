import * as z from 'zod';

/** What the headers of a webhook are called, by the Standard Webhooks specification (standardwebhooks.com). */
export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/**
 * How far a webhook is: it waits for the video's end; it is to be sent, or to be sent again; it is being sent; it was taken;
 * it was given up.
 */
const webhookState = z.enum(['waiting', 'queued', 'sending', 'delivered', 'failed']);
/** How far a webhook is. */
export type WebhookState = z.infer<typeof webhookState>;

/** What a video's owner sees of its webhook. */
export const webhookRecord = z.object({
  url: z.string(),
  state: webhookState,
  /** How often it was sent. */
  attempts: z.number(),
  /** HTTP status of the last answer, and what was wrong with it; null where there is nothing to tell. */
  lastStatus: z.number().nullable(),
  lastError: z.string().nullable(),
  /** When it is sent again, ISO 8601. */
  nextAt: z.string().nullable(),
});

/** What an account is told of the secret that its webhooks are signed with: since when it is, ISO 8601; null where there is none. */
export const webhookSecretTold = z.object({ madeAt: z.string().nullable() });
/** A new secret: `secret` is told this once; `formerUntil`: until when the one before signs too, null where there was none. */
export const madeWebhookSecret = z.object({
  secret: z.string(),
  madeAt: z.string(),
  formerUntil: z.string().nullable(),
});

/** What a video's owner sees of its webhook. */
export type WebhookRecord = z.infer<typeof webhookRecord>;
/** A new secret. */
export type MadeWebhookSecret = z.infer<typeof madeWebhookSecret>;
