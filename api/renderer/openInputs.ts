import type { Project } from '../../engine/project/project.ts';
import { shownMedia } from '../../engine/timeline/requiredMedia.ts';
import type { Budget } from '../system/budget.ts';
import { mediaNotes, mediaToRender } from './checkProject.ts';
import { linkMedia, type MediaOptions } from './media/openMedia.ts';
import { copyOwnFonts } from './media/ownFonts.ts';
import type { CopyRun } from './media/privateCopy.ts';

/** The sources of a render: media, fonts and notes. */
export type Inputs = Awaited<ReturnType<typeof openInputs>>;

/**
 * Opens the files of a project: measures its media, and renames its own fonts in the project after their content.
 * @param work folder that receives links to the files, under names of ours.
 * @throws ProblemError with every problem that prevents a render.
 */
export async function openInputs(
  input: Project,
  options: MediaOptions & { budget: Budget; writeWebp: CopyRun['writeWebp'] },
  work: string,
) {
  const { project, fonts, notes, release } = await copyOwnFonts(input, options, work);
  const { budget, signal, writeWebp } = options;
  try {
    const shown = shownMedia(project);
    const media = await linkMedia(await mediaToRender(project, options), work, { budget, signal, shown, writeWebp });
    return { project, media, fonts, notes: [...mediaNotes(project, media), ...notes], release };
  } catch (error) {
    release();
    throw error;
  }
}
