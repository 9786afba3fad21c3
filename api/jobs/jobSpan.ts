import type { SpanStart } from '../telemetry/spans.ts';
import { parseTraceparent } from '../telemetry/traceparent.ts';
import type { Delivery } from './queue.ts';

/** Describes the trace span of a job; see https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/. */
export function jobSpan({ queue, jobId, videoId, place, waited, traceparent }: Delivery): SpanStart {
  return {
    name: `process ${queue}`,
    kind: 'consumer',
    // Each attempt has a job of its own.
    key: jobId,
    parent: parseTraceparent(traceparent),
    facts: {
      'messaging.system': 'pg-boss',
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': queue,
      'messaging.message.id': jobId,
      'cutroom.video.id': videoId || undefined,
      'cutroom.segment.place': place,
      'cutroom.job.wait': waited,
    },
  };
}
