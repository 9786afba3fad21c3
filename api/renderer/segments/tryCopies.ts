import { rm } from 'node:fs/promises';
import type { RenderPlan } from '../plan/plan.ts';
import type { RenderFiles } from '../plan/renderFiles.ts';
import { type RunContext, runCommands } from '../runs/runCommands.ts';
import { printCopied, readyForJoin } from './copied.ts';
import { expectOneSize } from './oneSize.ts';

/** What the copies are made with; `files.out` is where one after the other lies. */
export interface CopyTrial extends Pick<RunContext, 'media' | 'budget' | 'signal'> {
  files: RenderFiles;
}

/** Copies what a plan copies, piece by piece, and looks at each as the joining does. @throws Error where they do not go together. */
export async function tryCopies(plan: RenderPlan, { files, ...given }: CopyTrial): Promise<void> {
  for (const segment of plan.segments) {
    const { copied, sameAs } = segment;
    if (!copied || sameAs !== undefined) continue;
    const command = printCopied({ ...segment, copied }, plan, files);
    await runCommands([command], plan, { ...given, files, onFrame: () => {}, onNote: () => {} });
    await expectOneSize(files.out);
    if (plan.output.format !== 'webm') await readyForJoin({ files: [files.out], copied: [files.out] });
    await rm(files.out);
  }
}
