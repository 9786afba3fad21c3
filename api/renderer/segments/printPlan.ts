import type { RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import type { Command } from '../runs/command.ts';
import { printCommands, printSegment, printSound } from '../runs/commands.ts';
import { printJoin } from './join.ts';
import { segmentFile, segmentPiece, soundFile } from './segments.ts';
import { slicesOf } from './slicesOf.ts';

/** Prints all runs of ffmpeg that carry out a plan, in order: one segment's whole file, or those of each, their sound and their join. */
export function printPlan(plan: RenderPlan, files: RenderFiles): Command[] {
  if (plan.segments.length <= 1) return printCommands(plan, files);
  const slices = slicesOf(plan);
  const sound = soundFile(files.work);
  const heard = printSound(plan, { ...files, out: sound });
  return [
    ...slices.flatMap((slice, i) => printSegment(slice, { ...files, out: segmentFile(files.work, i) })),
    ...heard,
    ...printJoin(plan.output, slices.map(segmentPiece), heard.length > 0 ? sound : undefined, files),
  ];
}
