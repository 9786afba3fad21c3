import { type Problem, ProblemError } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { type Media, type MediaOptions, measureMedia } from './media/openMedia.ts';
import { renderProblems } from './plan/compile.ts';

/**
 * Measures a project's media and tells everything that stands against its render, each at its place. What renders
 * and what only validates asks here, so that both say the same.
 */
export async function checkProject(
  project: Project,
  options: MediaOptions,
): Promise<{ media: Media; problems: Problem[] }> {
  const { media, problems } = await measureMedia(project, options);
  return { media, problems: [...problems, ...renderProblems(project, media.probes)] };
}

/** A project's media, measured. @throws ProblemError with everything that stands against its render. */
export async function mediaToRender(project: Project, options: MediaOptions): Promise<Media> {
  const { media, problems } = await checkProject(project, options);
  if (problems.length > 0) throw new ProblemError(problems);
  return media;
}
