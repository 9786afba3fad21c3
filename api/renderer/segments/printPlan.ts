import type { RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import type { Command } from '../runs/command.ts';
import { printCommands } from '../runs/commands.ts';
import { printJoin } from './join.ts';
import { joinAudio } from './joinedSound.ts';
import { printSegmentRun } from './printSegmentRun.ts';
import { isSingleRun, segmentFile } from './segmentFiles.ts';
import { slicesOf } from './slicesOf.ts';

/** Prints all ffmpeg runs of a plan in order: one run for the whole file, or the runs of segments, audio and join. */
export function printPlan(plan: RenderPlan, files: RenderFiles): Command[] {
  if (isSingleRun(plan)) return printCommands(plan, files);
  const slices = slicesOf(plan);
  const sound = joinAudio(plan, files);
  return [
    ...slices.flatMap((slice, i) => printSegmentRun(plan, slice, i, { ...files, out: segmentFile(files.work, i) })),
    ...sound.commands,
    ...printJoin(plan, sound, files),
  ];
}
