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

/** Work that was started and whose worker stopped sending heartbeats. */
export interface LostWork {
  queue: QueueName;
  jobId: string;
  attempt?: number | undefined;
}

/**
 * Puts lost work back and reports the attempt's span on behalf of the dead process. The span has the same id as the one
 * that was started there, so spans below it keep their parent. @returns whether the work was put back.
 */
export async function putBackLost(
  { tracer, queue }: { tracer?: Tracer | undefined; queue: Pick<Queue, 'taken'> },
  { queue: name, jobId, attempt }: LostWork,
  putBack: () => Promise<boolean>,
): Promise<boolean> {
  const job = tracer && (await queue.taken(name, jobId));
  if (!job) return putBack();
  const span = tracer.begin({ ...jobSpan(job), begunAt: job.takenAt });
  const isBack = await within(tracer, span, putBack);
  // The work goes on elsewhere: this span is discarded.
  if (!isBack) return false;
  span.addFacts({ 'cutroom.attempt': attempt, 'cutroom.outcome': 'lost' });
  span.fail('lost');
  span.end();
  return true;
}
