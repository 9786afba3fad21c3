import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookRow } from '../db/webhookTables.ts';
import { type Changes, WAKE } from '../jobs/jobChanges.ts';
import { jobSpan } from '../jobs/jobSpan.ts';
import type { VideoStore } from '../jobs/jobStore.ts';
import type { Delivery, Queue } from '../jobs/queue.ts';
import { SUSPECTS, type WorkProcess } from '../jobs/suspects.ts';
import type { WebhookStore } from '../jobs/webhookStore.ts';
import type { EgressOptions, EgressRules } from '../sources/links/egressRules.ts';
import type { Log } from '../system/log.ts';
import type { Metrics } from '../system/metrics.ts';
import { signatureHeaders } from '../system/webhookSignature.ts';
import { failSpan, inSpan, setSpanAttributes, type Tracer, traced } from '../telemetry/spans.ts';
import { eventOf } from './event.ts';
import { outcomeOf } from './outcome.ts';
import type { WebhookSecrets } from './secrets.ts';
import { NoAnswer, sendRequest } from './sendRequest.ts';

/** Milliseconds between checks for due webhooks. */
const POLL_MS = 1000;
/** Milliseconds between sweeps for lost webhooks. */
const SWEEP_MS = 15_000;
/** Concurrent calls in total, and per account or host, so that a hanging receiver does not delay others. */
const AT_A_TIME = 32;
const OF_ONE_GROUP = 4;
/** Timeout of a try in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Extra seconds without a sign of life after which a try counts as lost. */
const GRACE = 60;

/** Settings of webhooks. */
export interface WebhookOptions extends EgressOptions {
  /** Secret for requests without an account; without it, they cannot have webhooks. */
  secret?: string | undefined;
  /** Delays between tries in seconds; see usualWaits. */
  waits?: readonly number[] | undefined;
  /** Timeout of a try in milliseconds; default: 10 s. */
  timeoutMs?: number | undefined;
  /** Milliseconds between checks for due webhooks; default: 1 s. */
  pollMs?: number | undefined;
  /** false: other processes send them. Default: true. */
  isSender?: boolean | undefined;
}

/** What sending needs. */
export interface DeliverContext extends WorkProcess {
  store: VideoStore;
  webhooks: WebhookStore;
  secrets: WebhookSecrets;
  queue: Queue;
  changes: Pick<Changes, 'next'>;
  metrics: Pick<Metrics, 'countWebhook'>;
  /** Undefined if traces are not exported. */
  tracer?: Tracer | undefined;
  log: Log;
  onError: (error: unknown, what: string) => void;
}

/** Starts sending webhooks, independent of renders. @returns a function that stops it and puts running tries back. */
export function startDelivering(
  context: DeliverContext,
  doors: EgressRules,
  options: WebhookOptions,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each try adds a listener.
  setMaxListeners(0, signal);
  const pollMs = options.pollMs ?? POLL_MS;
  const posting = { doors, timeoutMs: options.timeoutMs ?? TIMEOUT_MS, signal };
  const running = new Set<Promise<void>>();
  const groups = new Map<string, number>();
  const begin = ({ leave, ...delivery }: Delivery & { leave?: (() => void) | undefined }) => {
    const { group = '' } = delivery;
    groups.set(group, (groups.get(group) ?? 0) + 1);
    const done = traced(context.tracer, jobSpan(delivery), () => deliver(context, delivery, posting, options.waits))
      .catch((error) => context.onError(error, 'could not send a webhook'))
      .finally(() => {
        running.delete(done);
        leave?.();
        const left = (groups.get(group) ?? 1) - 1;
        if (left > 0) groups.set(group, left);
        else groups.delete(group);
      });
    running.add(done);
  };
  const loop = async () => {
    while (!signal.aborted) {
      const next = context.changes.next(WAKE, pollMs, signal);
      const busy = [...groups].flatMap(([group, count]) => (count >= OF_ONE_GROUP ? [group] : []));
      const delivery = running.size < AT_A_TIME ? await fetchDelivery(context, busy) : undefined;
      if (delivery) begin(delivery);
      else await Promise.race([next, ...running]);
    }
  };
  const working = keepOn(loop, signal, (error) => context.onError(error, 'could not take a webhook'));
  let sweeping: Promise<unknown> = Promise.resolve();
  const sweep = () => context.webhooks.recover(GRACE).catch((error) => context.onError(error, 'a sweep failed'));
  const timer = setInterval(() => {
    sweeping = sweep();
  }, SWEEP_MS).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort(new DOMException('The service is stopping.', 'AbortError'));
    await Promise.all([working, sweeping]);
    await Promise.all(running);
  };
}

/** Takes the next webhook; a suspect runs alone, see Suspects. @param busy groups that have reached their limit. */
async function fetchDelivery({ queue, suspects }: DeliverContext, busy: readonly string[]) {
  const leave = suspects.enter();
  try {
    const delivery = await queue.fetchWebhook(leave ? busy : [...busy, SUSPECTS]);
    if (delivery?.group === SUSPECTS) return { ...delivery, leave };
    leave?.();
    return delivery;
  } catch (error) {
    leave?.();
    throw error;
  }
}

/** Restarts the loop after a failure, such as an unreachable database. */
async function keepOn(loop: () => Promise<void>, signal: AbortSignal, onError: (error: unknown) => void) {
  while (!signal.aborted) {
    try {
      await loop();
    } catch (error) {
      onError(error);
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

type Posting = Parameters<typeof sendRequest>[2];

async function deliver(
  context: DeliverContext,
  delivery: Delivery,
  posting: Posting,
  waits: readonly number[] | undefined,
): Promise<void> {
  const { webhooks, queue } = context;
  const row = await webhooks.claim(delivery.videoId, delivery.jobId, context.name);
  if (row) await tryOnce(context, row, posting, waits);
  await queue.complete(delivery);
}

async function tryOnce(context: DeliverContext, row: WebhookRow, posting: Posting, waits?: readonly number[]) {
  const { webhooks, metrics, log } = context;
  const answer = await send(context, row, posting).catch((error: unknown) => {
    if (posting.signal.aborted) return undefined;
    if (error instanceof NoAnswer) return error.message;
    throw error;
  });
  if (answer === undefined) return webhooks.release(row);
  const outcome = outcomeOf(answer, row.attempts, waits);
  if (!(await webhooks.settle(row, outcome))) return;
  const came = outcome.error === null ? 'delivered' : outcome.againIn === undefined ? 'failed' : 'again';
  metrics.countWebhook(came);
  setSpanAttributes({ 'cutroom.attempt': row.attempts, 'cutroom.outcome': came });
  if (came !== 'delivered') failSpan(outcome.status === null ? 'no-answer' : String(outcome.status));
  const facts = { video: row.video_id, outcome: came, attempt: row.attempts };
  log.info('webhook', { ...facts, ...(outcome.status === null ? {} : { status: outcome.status }) });
}

/** Sends a webhook. @returns undefined if the video was retried meanwhile and has no final state. */
async function send({ store, secrets }: DeliverContext, row: WebhookRow, posting: Posting) {
  const [video, signing] = await Promise.all([store.get(row.video_id), secrets.all(row.signer)]);
  if (!video) throw new NoAnswer('The video was deleted.');
  if (signing.length === 0) throw new NoAnswer('The signing secret no longer exists.');
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
