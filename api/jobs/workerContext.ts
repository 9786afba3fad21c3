import type { Metrics } from '../system/metrics.ts';
import type { Changes } from './jobChanges.ts';
import type { VideoStore } from './jobStore.ts';
import type { ResultContext } from './results.ts';
import type { SegmentStore } from './segmentStore.ts';

/** What renders need. */
export interface WorkerContext extends ResultContext {
  store: VideoStore;
  segments: SegmentStore;
  metrics: Metrics;
  changes: Pick<Changes, 'announce'>;
}
