import type { WebhookRow } from '../db/webhookTables.ts';
import type { VideoStore } from '../jobs/jobStore.ts';
import { retryDatabase } from '../jobs/retryDatabase.ts';
import type { TryOutcome, WebhookStore } from '../jobs/webhookStore.ts';
import type { WorkKind } from '../jobs/workKind.ts';
import type { EgressOptions, EgressRules } from '../sources/links/egressRules.ts';
import type { Log } from '../system/log.ts';
import type { Metrics } from '../system/metrics.ts';
import { fail, isFailure } from '../system/serviceError.ts';
import { signatureHeaders } from '../system/webhookSignature.ts';
import { failSpan, inSpan, setSpanAttributes } from '../telemetry/spans.ts';
import { eventOf } from './event.ts';
import { outcomeOf } from './outcome.ts';
import type { WebhookSecrets } from './secrets.ts';
import { sendRequest } from './sendRequest.ts';

/** Timeout of a try in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Settings of webhooks. */
export interface WebhookOptions extends EgressOptions {
  /** Secret for requests without an account; without it, they cannot have webhooks. */
  secret?: string | undefined;
  /** Delays between tries in seconds; see usualWaits. */
  waits?: readonly number[] | undefined;
  /** Timeout of a try in milliseconds; default: 10 s. */
  timeoutMs?: number | undefined;
  /** false: other processes send them. Default: true. */
  isSender?: boolean | undefined;
}

/** What sending needs. */
export interface DeliverContext {
  store: Pick<VideoStore, 'get'>;
  webhooks: Pick<WebhookStore, 'claim' | 'settle' | 'requeue'>;
  secrets: Pick<WebhookSecrets, 'all'>;
  doors: EgressRules;
  metrics: Pick<Metrics, 'countWebhook'>;
  log: Pick<Log, 'info'>;
}

/** Sends webhooks, independent of renders. */
export function webhookKind(context: DeliverContext, options: WebhookOptions): WorkKind<WebhookRow, never> {
  const { webhooks } = context;
  const settle = (row: WebhookRow, answer: Parameters<typeof outcomeOf>[0]) =>
    settleTry(context, row, outcomeOf(answer, row.attempts, options.waits));
  return {
    claim: ({ videoId, jobId }, worker) => webhooks.claim(videoId, jobId, worker),
    describe: ({ video_id, attempts }) => ({
      ...{ id: `webhook ${video_id}`, name: `webhook of video ${video_id}`, deferrals: 0 },
      about: { video: video_id, attempt: attempts },
    }),
    async run(row, { signal }) {
      const posting = { doors: context.doors, timeoutMs: options.timeoutMs ?? TIMEOUT_MS, signal };
      const answer = await send(context, row, posting).catch((error: unknown) => {
        signal.throwIfAborted();
        if (isFailure(error, 'unavailable')) return error.message;
        throw error;
      });
      if (answer === undefined) await webhooks.requeue(row, 'interrupted');
      else await settle(row, answer);
    },
    requeue: webhooks.requeue,
    fail: (row, { message }) => settle(row, message),
  };
}

async function settleTry({ webhooks, metrics, log }: DeliverContext, row: WebhookRow, outcome: TryOutcome) {
  if (!(await retryDatabase(() => webhooks.settle(row, outcome)))) return false;
  const came = outcome.error === null ? 'delivered' : outcome.againIn === undefined ? 'failed' : 'again';
  metrics.countWebhook(came);
  setSpanAttributes({ 'cutroom.attempt': row.attempts, 'cutroom.outcome': came });
  if (came !== 'delivered') failSpan(outcome.status === null ? 'no-answer' : String(outcome.status));
  const facts = { video: row.video_id, outcome: came, attempt: row.attempts };
  log.info('webhook', { ...facts, ...(outcome.status === null ? {} : { status: outcome.status }) });
  return true;
}

/** Sends a webhook. @returns undefined if the video was retried meanwhile and has no final state. */
async function send({ store, secrets }: DeliverContext, row: WebhookRow, posting: Parameters<typeof sendRequest>[2]) {
  const [video, signing] = await Promise.all([store.get(row.video_id), secrets.all(row.signer)]);
  if (!video) throw fail('unavailable', 'The video was deleted.');
  if (signing.length === 0) throw fail('unavailable', 'The signing secret no longer exists.');
  const event = eventOf(row, video);
  if (!event) return undefined;
  const body = JSON.stringify(event);
  // By the database's clock: receivers reject old timestamps, and the local clock may be wrong.
  const timestamp = Math.floor((row.begun_at?.getTime() ?? Date.now()) / 1000);
  const message = { body, headers: signatureHeaders({ id: event.id, timestamp, body }, signing) };
  return inSpan({ name: 'POST', kind: 'client', facts: { 'http.request.method': 'POST' } }, async () => {
    const answer = await sendRequest(row.url, message, posting);
    setSpanAttributes({ 'http.response.status_code': answer.status });
    return answer;
  });
}
