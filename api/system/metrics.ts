import { setTimeout as delay } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** How much waits in a queue, is being worked on, or was given up. */
export interface QueueLoad {
  queue: string;
  state: 'waiting' | 'running' | 'dead';
  count: number;
  /** Since the oldest of them was asked for, seconds; 0 where there is none. */
  oldest: number;
}

/** How a render came to its end. */
export interface RenderCount {
  /** Ending of its file, without the dot. */
  format: string;
  /** Seconds that it took. */
  took: number;
  /** Length of what came out, seconds; 0 for a still. */
  length: number;
}

/**
 * What a process counts of its work, in the text form of Prometheus; names and units follow
 * https://prometheus.io/docs/practices/naming/. Counters begin at 0 with the process, as Prometheus expects; what waits is
 * asked for at each reading, and is the same in all processes of one database.
 */
export type Metrics = ReturnType<typeof createMetrics>;

/** How long the database may take to say what waits, milliseconds. */
const TIMEOUT_MS = 3000;

/** @param loads what waits in each queue, asked for at each reading. @param timeoutMs how long that may take, milliseconds. */
export function createMetrics(loads: () => Promise<readonly QueueLoad[]>, timeoutMs = TIMEOUT_MS) {
  const registry = new Registry();
  const registers = [registry];
  const named = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) => ({
    name: `cutroom_${name}`,
    help,
    labelNames,
    registers,
  });
  const jobs = new Gauge(named('jobs', 'Jobs that wait, are worked on, or were given up.', ['queue', 'state']));
  const ages = new Gauge(
    named('oldest_job_age_seconds', 'Since the oldest of them was asked for.', ['queue', 'state']),
  );
  const database = new Gauge(named('database_up', 'Whether the database answered: 1, or 0.', []));
  const ends = new Counter(named('renders_total', 'Renders by what they came to.', ['format', 'outcome']));
  const taken = new Counter(named('render_seconds_total', 'Time that renders which were done took.', ['format']));
  const made = new Counter(named('rendered_seconds_total', 'Length of what they made.', ['format']));
  const paces = new Histogram({
    ...named('render_seconds_per_output_second', 'Time for each second of what comes out.', ['format']),
    buckets: [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
  });
  const segments = new Counter(named('segments_total', 'Segments of videos by where they came from.', ['from']));
  const told = new Counter(named('webhooks_total', 'Tries to tell of an end by what they came to.', ['outcome']));
  const errors = new Counter(named('http_errors_total', 'Answers that were not what was asked for.', ['code']));
  const requests = new Histogram({
    ...named('http_request_duration_seconds', 'Time until an answer was sent.', ['method', 'route', 'status']),
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  });

  return {
    contentType: registry.contentType,

    /** A render was done. */
    rendered({ format, took, length }: RenderCount): void {
      ends.inc({ format, outcome: 'done' });
      if (length <= 0) return;
      taken.inc({ format }, took);
      made.inc({ format }, length);
      paces.observe({ format }, took / length);
    },

    /** A render came to another end. @param outcome code of its error, or why it ended before its time. */
    ended: (format: string, outcome: string): void => ends.inc({ format, outcome }),

    /** Segments of a render came from the cache, or had to be made. */
    gathered(of: { cached: number; made: number }): void {
      segments.inc({ from: 'cache' }, of.cached);
      segments.inc({ from: 'encoder' }, of.made);
    },

    /** A webhook was sent: it was taken, is sent again later, or was given up. */
    told: (outcome: 'delivered' | 'again' | 'failed'): void => told.inc({ outcome }),

    /** A request was answered. @param route its pattern, not its address, of which there are endlessly many. */
    answered: (method: string, route: string, status: number, seconds: number): void =>
      requests.observe({ method, route, status }, seconds),

    /** A request was answered with an error. */
    refused: (code: string): void => errors.inc({ code }),

    /** All of it as text. */
    async text(): Promise<string> {
      const found = await within(timeoutMs, loads);
      database.set(found ? 1 : 0);
      // What was known before is not told again: nobody could tell that it is old.
      for (const gauge of [jobs, ages]) gauge.reset();
      for (const { queue, state, count, oldest } of found ?? []) {
        jobs.set({ queue, state }, count);
        ages.set({ queue, state }, oldest);
      }
      return (await Promise.all([registry.metrics(), ofProcess().metrics()])).join('\n');
    },
  };
}

/** @returns undefined where it fails, or takes too long. */
async function within<T>(milliseconds: number, ask: () => Promise<T>): Promise<T | undefined> {
  const giveUp = new AbortController();
  const tooLong = delay(milliseconds, undefined, { ref: false, signal: giveUp.signal }).catch(() => undefined);
  const answer = ask().catch(() => undefined);
  return Promise.race([answer, tooLong]).finally(() => giveUp.abort());
}

let shared: Registry | undefined;

/** Memory, processor time and event loop: a process has one of each. */
function ofProcess(): Registry {
  if (!shared) {
    shared = new Registry();
    collectDefaultMetrics({ register: shared });
  }
  return shared;
}
