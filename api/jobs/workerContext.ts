import type { Metrics } from '../system/metrics.ts';
import type { Tracer } from '../telemetry/spans.ts';
import type { Changes } from './jobChanges.ts';
import type { VideoStore } from './jobStore.ts';
import type { Queue } from './queue.ts';
import type { ResultContext } from './results.ts';
import type { SegmentStore } from './segmentStore.ts';
import type { WorkProcess } from './suspects.ts';

/** What the workers of a process need. */
export interface WorkerContext extends ResultContext, WorkProcess {
  store: VideoStore;
  segments: SegmentStore;
  queue: Queue;
  metrics: Metrics;
  /** Undefined if traces are not exported. */
  tracer?: Tracer | undefined;
  changes: Changes;
  /** Whether other processes may work on the same videos. */
  hasOthers: boolean;
  /** The process takes no work before this time, by performance.now. */
  rest: { until: number };
}
