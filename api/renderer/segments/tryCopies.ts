import { rm } from 'node:fs/promises';
import type { RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { type RunContext, runCommands } from '../runs/runCommands.ts';
import { printCopied, readyForJoin } from './copied.ts';
import { expectOneSize } from './oneSize.ts';

/** Context of trial copies, which are all written to `files.out`. */
export interface CopyTrial extends Pick<RunContext, 'media' | 'budget' | 'signal'> {
  files: RenderFiles;
}

/**
 * Copies each copied segment of a plan and checks it as joining does. @throws Error if the segments cannot be joined.
 */
export async function tryCopies(plan: RenderPlan, { files, ...trial }: CopyTrial): Promise<void> {
  for (const segment of plan.segments) {
    const { copied, sameAs } = segment;
    if (!copied || sameAs !== undefined) continue;
    const command = printCopied({ ...segment, copied }, plan, files);
    await runCommands([command], plan, { ...trial, files, onFrame: () => {}, onNote: () => {} });
    await expectOneSize(files.out);
    if (plan.output.format !== 'webm') await readyForJoin({ files: [files.out], copied: [files.out] });
    await rm(files.out);
  }
}
