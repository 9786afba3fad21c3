import type { Generated, Selectable } from 'kysely';
import type { CreatedAt, Instant, WorkState } from './columns.ts';

/** A call to another server when a video ends, and its state. */
export interface WebhookTable {
  video_id: string;
  url: string;
  /** Origin of the video's request, for the URLs in the payload. */
  origin: string;
  /** Id of the account whose secret signs it; null: the operator's secret does. */
  signer: string | null;
  /** waiting: for the end of the video. */
  state: Generated<WorkState | 'waiting'>;
  /** Unique event id, the same for all tries; null until the video ends. */
  event_id: string | null;
  /** Id of the only job that may send it. */
  job_id: string | null;
  /** Number of tries. Fencing token: outcomes of earlier tries have no effect. */
  attempts: Generated<number>;
  /** HTTP status of the last response; null if there was none. */
  last_status: number | null;
  last_error: string | null;
  /** Time of the next try. */
  next_at: Instant | null;
  /** Process that works on it. */
  worker: Generated<string | null>;
  /** Tries that were lost with their process since the last response, and the number of the last such crash. */
  crashes: Generated<number>;
  crash: Generated<number | string | null>;
  /** Start of the last try. */
  begun_at: Instant | null;
  /** Time at which the video ended. */
  ended_at: Instant | null;
}

/** Signing secret of an account's webhooks, stored in plain text because it signs. */
export interface WebhookSecretTable {
  user_id: string;
  secret: string;
  /** Previous secret, which also signs for a while. */
  former: string | null;
  made_at: CreatedAt;
}

/** A webhook row as read. */
export type WebhookRow = Selectable<WebhookTable>;

/** Webhook columns read with a video; times are strings. */
export interface WebhookSeen extends Pick<WebhookRow, 'url' | 'state' | 'attempts' | 'last_status' | 'last_error'> {
  next_at: string | null;
}
