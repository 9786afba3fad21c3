import type { RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import type { PlanSegment } from '../plan/renderMode.ts';
import type { Command } from '../runs/command.ts';
import { printSegment } from '../runs/commands.ts';
import { printCopied } from './copied.ts';

/**
 * Prints how a segment is copied or encoded; empty if an earlier segment is the same.
 * @param slice the segment's own plan. @param files.out the file to write.
 */
export function printSegmentRun(plan: RenderPlan, slice: RenderPlan, index: number, files: RenderFiles): Command[] {
  const { copied, ...segment } = plan.segments[index] as PlanSegment;
  if (segment.sameAs !== undefined) return [];
  return copied ? [printCopied({ ...segment, copied }, plan, files)] : printSegment(slice, files);
}
