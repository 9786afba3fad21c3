import { failSpan, setSpanAttributes } from '../telemetry/spans.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Intended outcomes, which are no errors. */
const expectedEnds = ['cancelled', 'superseded', 'shutdown'];

/** Extends metrics: each end of a render is also logged and added to its job's trace span. */
export function loggedMetrics(metrics: Metrics, log: Log): Metrics {
  return {
    ...metrics,
    rendered(count) {
      metrics.rendered(count);
      setSpanAttributes({ 'cutroom.outcome': 'done' });
      log.info('rendered', { format: count.format, seconds: rounded(count.took), length: rounded(count.length) });
    },
    ended(format, outcome) {
      metrics.ended(format, outcome);
      setSpanAttributes({ 'cutroom.outcome': outcome });
      if (!expectedEnds.includes(outcome)) failSpan(outcome);
      log.info('render ended', { format, outcome });
    },
  };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
