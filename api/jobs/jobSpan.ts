import { type SpanStart, type Tracer, within } from '../telemetry/spans.ts';
import { parseTraceparent } from '../telemetry/traceparent.ts';
import type { QueueName } from './kinds.ts';
import type { Delivery, Queue } from './queue.ts';

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

/** Context to report work whose process died. */
export interface LostContext {
  tracer: Tracer;
  queue: Pick<Queue, 'taken'>;
}

/** Work that was started and whose worker stopped sending heartbeats. */
export interface LostWork {
  queue: QueueName;
  jobId: string;
  attempt?: number | undefined;
}

/**
 * Puts lost work back and reports the attempt's span on behalf of the dead process. The span has the same id as the one
 * that was started there, so spans below it keep their parent. @param context without it, nothing is reported. @returns
 * whether the work was put back.
 */
export async function putBackLost(
  context: LostContext | undefined,
  { queue, jobId, attempt }: LostWork,
  putBack: () => Promise<boolean>,
): Promise<boolean> {
  const job = context ? await context.queue.taken(queue, jobId) : undefined;
  if (!context || !job) return putBack();
  const { tracer } = context;
  const span = tracer.begin({ ...jobSpan(job), begunAt: job.takenAt });
  const isBack = await within(tracer, span, putBack);
  // The work goes on elsewhere: this span is discarded.
  if (!isBack) return false;
  span.addFacts({ 'cutroom.attempt': attempt, 'cutroom.outcome': 'lost' });
  span.fail('lost');
  span.end();
  return true;
}
