import { onlyFirstShown } from '../../engine/project/formats.ts';
import { transparencyFilled } from '../../engine/project/messages.ts';
import { canBeClear, hasSound, outputTitle } from '../../engine/project/output.ts';
import { type Problem, ProblemError } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { fontNotes } from '../fonts/ensure.ts';
import { holdOwnFonts, readOwnFonts } from '../fonts/ownFiles.ts';
import { audioTrackNotes, audioTrackProblems } from './media/audioTracks.ts';
import { type Media, type MediaOptions, measureMedia } from './media/openMedia.ts';
import { readShownTimes } from './media/shownTimes.ts';
import { shownName } from './media/unreadable.ts';
import { compileRender, renderProblems } from './plan/compile.ts';

/**
 * Measures a project's media and tells everything that stands against its render, each at its place. What renders
 * and what only validates asks here, so that both say the same.
 */
export async function checkProject(
  project: Project,
  options: MediaOptions,
): Promise<{ media: Media; problems: Problem[] }> {
  const { media, problems } = await measureMedia(project, options);
  const wrongTracks = audioTrackProblems(project, media.probes);
  return { media, problems: [...problems, ...wrongTracks, ...renderProblems(project, media.probes)] };
}

/** What is told of media that are shown otherwise than elsewhere, in sentences. */
export function mediaNotes(project: Project, { probes }: Pick<Media, 'probes'>): string[] {
  const { output, tool } = project;
  const losesAlpha = tool !== undefined && output.type !== 'audio' && !canBeClear(output);
  const pictures = [...probes].flatMap(([url, probe]) => [
    ...(probe.showsFirstOnly ? [onlyFirstShown(`“${shownName(url)}”`)] : []),
    // Most GIFs could be clear and are not.
    ...(losesAlpha && probe.hasAlpha && probe.container !== 'gif'
      ? [transparencyFilled(`“${shownName(url)}”`, outputTitle(output))]
      : []),
  ]);
  return hasSound(project) ? [...pictures, ...audioTrackNotes(project, probes)] : pictures;
}

/**
 * What a render would tell, as far as it is known before it. Nothing is fetched.
 * @param project without problems. @param fontsDir see RenderOptions.
 */
export async function renderNotes(
  project: Project,
  media: Media,
  { fontsDir, locate }: Pick<MediaOptions, 'locate'> & { fontsDir: string },
): Promise<string[]> {
  const layers = compileRender(project, media.probes).bitmaps.flatMap((bitmap) => bitmap.layers);
  const { fonts, notes } = await readOwnFonts(project, locate);
  const letGo = holdOwnFonts(await Promise.all(fonts.map(async ({ url }) => [url, await locate(url)] as const)));
  try {
    return [...mediaNotes(project, media), ...notes, ...(await fontNotes(layers, fontsDir))];
  } finally {
    letGo();
  }
}

/** A project's media, measured. @throws ProblemError with everything that stands against its render. */
export async function mediaToRender(project: Project, options: MediaOptions): Promise<Media> {
  const { media, problems } = await checkProject(project, options);
  if (problems.length > 0) throw new ProblemError(problems);
  await readShownTimes(project, media, options.signal);
  return media;
}
