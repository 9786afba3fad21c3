import { type Tracer, within } from '../telemetry/spans.ts';
import { jobSpan } from './jobSpan.ts';
import type { Queue, QueueName } from './queue.ts';

/** What tells of work whose process died. */
export interface LostContext {
  tracer: Tracer;
  queue: Pick<Queue, 'taken'>;
}

/** Work that somebody began of whom nothing is heard. */
export interface LostWork {
  queue: QueueName;
  jobId: string | null;
  attempt: number;
}

/**
 * Puts work back, and tells of the attempt in the stead of whoever died at it: the span has the id of the one that was begun there, so that
 * what was told below that one has its place. @param context without it, nothing is told. @returns whether it was put back.
 */
export async function putBackLost(
  context: LostContext | undefined,
  { queue, jobId, attempt }: LostWork,
  putBack: () => Promise<boolean>,
): Promise<boolean> {
  const job = context && jobId ? await context.queue.taken(queue, jobId) : undefined;
  if (!context || !job) return putBack();
  const { tracer } = context;
  const span = tracer.begin({ ...jobSpan(job), begunAt: job.takenAt });
  const isBack = await within(tracer, span, putBack);
  // It goes on elsewhere: the span that was begun here is nobody's, and is not told.
  if (!isBack) return false;
  span.tell({ 'cutroom.attempt': attempt, 'cutroom.outcome': 'lost' });
  span.fail('lost');
  span.end();
  return true;
}
