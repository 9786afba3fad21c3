import { setTimeout as delay } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Number of waiting, running or dead jobs of a queue. */
export interface QueueLoad {
  queue: string;
  state: 'waiting' | 'running' | 'dead';
  count: number;
  /** Age of the oldest in seconds; 0 without any. */
  oldest: number;
}

/** A finished render. */
export interface RenderCount {
  /** Extension of its file, without the dot. */
  format: string;
  /** Duration of the work in seconds. */
  took: number;
  /** Length of the result in seconds; 0 for a still. */
  length: number;
}

/**
 * Metrics of a process in Prometheus' text format; names and units follow https://prometheus.io/docs/practices/naming/.
 * Counters start at 0 with the process; queue lengths are queried on each scrape and are the same for all processes of
 * a database.
 */
export type Metrics = ReturnType<typeof createMetrics>;

/** Timeout of the query of queue lengths, in milliseconds. */
const TIMEOUT_MS = 3000;

/**
 * Creates the metrics. @param loads queries queue lengths on each scrape. @param timeoutMs of that query, in
 * milliseconds.
 */
export function createMetrics(loads: () => Promise<readonly QueueLoad[]>, timeoutMs = TIMEOUT_MS) {
  const registry = new Registry();
  const registers = [registry];
  const named = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) => ({
    name: `cutroom_${name}`,
    help,
    labelNames,
    registers,
  });
  const jobs = new Gauge(named('jobs', 'Jobs that are queued, running or dead.', ['queue', 'state']));
  const ages = new Gauge(
    named('oldest_job_age_seconds', 'Seconds since the oldest queued job was requested.', ['queue', 'state']),
  );
  const database = new Gauge(named('database_up', 'Whether the database answered: 1 or 0.', []));
  const ends = new Counter(named('renders_total', 'Renders by outcome.', ['format', 'outcome']));
  const taken = new Counter(named('render_seconds_total', 'Duration of successful renders, seconds.', ['format']));
  const made = new Counter(named('rendered_seconds_total', 'Length of their results, seconds.', ['format']));
  const paces = new Histogram({
    ...named('render_seconds_per_output_second', 'Render time per second of the result.', ['format']),
    buckets: [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
  });
  const segments = new Counter(named('segments_total', 'Segments of videos by origin.', ['from']));
  const webhooks = new Counter(named('webhooks_total', 'Webhook attempts by outcome.', ['outcome']));
  const errors = new Counter(named('http_errors_total', 'Error answers.', ['code']));
  const requests = new Histogram({
    ...named('http_request_duration_seconds', 'Time until an answer was sent, seconds.', ['method', 'route', 'status']),
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  });

  return {
    contentType: registry.contentType,

    /** Counts a finished render. */
    rendered({ format, took, length }: RenderCount): void {
      ends.inc({ format, outcome: 'done' });
      if (length <= 0) return;
      taken.inc({ format }, took);
      made.inc({ format }, length);
      paces.observe({ format }, took / length);
    },

    /** Counts any other end of a render. @param outcome error code, or reason of an abort. */
    ended: (format: string, outcome: string): void => ends.inc({ format, outcome }),

    /** Counts segments of a render that were cached or encoded. */
    gathered(of: { cached: number; made: number }): void {
      segments.inc({ from: 'cache' }, of.cached);
      segments.inc({ from: 'encoder' }, of.made);
    },

    /** Counts a webhook call: accepted, to be retried, or failed for good. */
    countWebhook: (outcome: 'delivered' | 'again' | 'failed'): void => webhooks.inc({ outcome }),

    /** Counts an answered request. @param route its pattern: URLs would create unlimited series. */
    answered: (method: string, route: string, status: number, seconds: number): void =>
      requests.observe({ method, route, status }, seconds),

    /** Counts an error answer. */
    refused: (code: string): void => errors.inc({ code }),

    /** Returns all metrics as text. */
    async text(): Promise<string> {
      const found = await within(timeoutMs, loads);
      database.set(found ? 1 : 0);
      // Omit stale values: a scraper could not recognize them as old.
      for (const gauge of [jobs, ages]) gauge.reset();
      for (const { queue, state, count, oldest } of found ?? []) {
        jobs.set({ queue, state }, count);
        ages.set({ queue, state }, oldest);
      }
      return (await Promise.all([registry.metrics(), ofProcess().metrics()])).join('\n');
    },
  };
}

/** Runs a query. @returns undefined after a failure or timeout. */
async function within<T>(milliseconds: number, measure: () => Promise<T>): Promise<T | undefined> {
  const stopController = new AbortController();
  const tooLong = delay(milliseconds, undefined, { ref: false, signal: stopController.signal }).catch(() => undefined);
  const answer = measure().catch(() => undefined);
  return Promise.race([answer, tooLong]).finally(() => stopController.abort());
}

let shared: Registry | undefined;

/** Memory, CPU time and event loop metrics, shared by the process. */
function ofProcess(): Registry {
  if (!shared) {
    shared = new Registry();
    collectDefaultMetrics({ register: shared });
  }
  return shared;
}
