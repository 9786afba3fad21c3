import type { Generated, Selectable } from 'kysely';
import type { WebhookState } from '../contract/webhook.ts';
import type { CreatedAt, Instant } from './columns.ts';

/** Who is told of a video's end, and how far that is. */
export interface WebhookTable {
  video_id: string;
  url: string;
  /** Origin of the request that asked for the video: that of the addresses that are told. */
  origin: string;
  /** Id of the account whose secret signs; null: that of whoever runs the service does. */
  signer: string | null;
  status: Generated<WebhookState>;
  /** What tells the event from others, however often it is sent; null until the video's end. */
  event_id: string | null;
  /** Id of the queue's job that may send it. */
  job_id: string | null;
  /** How often it was sent. Fencing token: what an earlier try says of its outcome changes nothing. */
  attempts: Generated<number>;
  /** HTTP status of the last answer; null where there was none. */
  last_status: number | null;
  last_error: string | null;
  /** When it is sent again. */
  next_at: Instant | null;
  /** Process that works on it. */
  worker: Generated<string | null>;
  /** How many attempts ended without a word since it was last answered, and with which process crash the last of them did. */
  crashes: Generated<number>;
  crash: Generated<number | string | null>;
  /** When the last try began. */
  begun_at: Instant | null;
  /** When the video came to its end. */
  ended_at: Instant | null;
}

/** What an account's webhooks are signed with. It signs, so it is stored as it is. */
export interface WebhookSecretTable {
  user_id: string;
  secret: string;
  /** The one before: it signs too, for a while. */
  former: string | null;
  made_at: CreatedAt;
}

/** A webhook as it is read. */
export type WebhookRow = Selectable<WebhookTable>;

/** What of it is read beside its video: times are texts. */
export interface WebhookSeen extends Pick<WebhookRow, 'url' | 'status' | 'attempts' | 'last_status' | 'last_error'> {
  next_at: string | null;
}
