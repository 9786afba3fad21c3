import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Metrics that also have each end of a render be a line of the log. */
export function loggedMetrics(metrics: Metrics, log: Log): Metrics {
  return {
    ...metrics,
    rendered(count) {
      metrics.rendered(count);
      log.info('rendered', { format: count.format, seconds: rounded(count.took), length: rounded(count.length) });
    },
    ended(format, outcome) {
      metrics.ended(format, outcome);
      log.info('render ended', { format, outcome });
    },
  };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
