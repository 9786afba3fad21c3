import { failSpan, tellSpan } from '../telemetry/spans.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Ends that are nobody's fault. */
const wanted = ['cancelled', 'superseded', 'shutdown'];

/** Metrics that also have each end of a render be a line of the log, and stand in the span of its job. */
export function loggedMetrics(metrics: Metrics, log: Log): Metrics {
  return {
    ...metrics,
    rendered(count) {
      metrics.rendered(count);
      tellSpan({ 'cutroom.outcome': 'done' });
      log.info('rendered', { format: count.format, seconds: rounded(count.took), length: rounded(count.length) });
    },
    ended(format, outcome) {
      metrics.ended(format, outcome);
      tellSpan({ 'cutroom.outcome': outcome });
      if (!wanted.includes(outcome)) failSpan(outcome);
      log.info('render ended', { format, outcome });
    },
  };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
