import { animatedAvifNote } from '../../../engine/project/formats.ts';
import { hasSound } from '../../../engine/project/output.ts';
import { type Problem, ProblemError } from '../../../engine/project/problems.ts';
import type { Project } from '../../../engine/project/project.ts';
import { fontNotes } from '../../fonts/ensure.ts';
import { holdOwnFonts, readOwnFonts } from '../../fonts/ownFiles.ts';
import { audioTrackNotes, audioTrackProblems } from '../media/audioTracks.ts';
import { codecProblems } from '../media/codecs.ts';
import { readDisplayTimes } from '../media/displayTimes.ts';
import { type Media, type MediaOptions, measureMedia } from '../media/openMedia.ts';
import { shownName } from '../media/unreadable.ts';
import { compileRender, renderProblems } from '../plan/compile.ts';
import { alphaNotes } from './alphaNotes.ts';

/**
 * Measures a project's media and returns every problem that prevents a render, each with its path. Rendering and
 * validation both call it, so they report the same problems.
 */
export async function checkProject(
  project: Project,
  options: MediaOptions,
): Promise<{ media: Media; problems: Problem[] }> {
  const { media, problems } = await measureMedia(project, options);
  const wrongTracks = audioTrackProblems(project, media.probes);
  const found = [...problems, ...wrongTracks, ...renderProblems(project, media.probes)];
  return { media, problems: [...found, ...(await codecProblems(project))] };
}

/** Returns sentences about media whose result differs from the source: first frame only, chosen audio track. */
export function mediaNotes(project: Project, { probes }: Pick<Media, 'probes'>): string[] {
  const pictures = [...probes].flatMap(([url, probe]) =>
    probe.showsFirstOnly ? [animatedAvifNote(`“${shownName(url)}”`)] : [],
  );
  return hasSound(project) ? [...pictures, ...audioTrackNotes(project, probes)] : pictures;
}

/**
 * Returns the notes of a render, as far as they are known beforehand. Fetches nothing.
 * @param project without problems. @param fontsDir see RenderOptions.
 */
export async function renderNotes(
  project: Project,
  media: Media,
  { fontsDir, locate }: Pick<MediaOptions, 'locate'> & { fontsDir: string },
): Promise<string[]> {
  const plan = compileRender(project, media.probes);
  const layers = plan.bitmaps.flatMap((bitmap) => bitmap.layers);
  const pictures = await alphaNotes(project, plan, media);
  const { fonts, notes } = await readOwnFonts(project, locate);
  const letGo = holdOwnFonts(await Promise.all(fonts.map(async ({ url }) => [url, await locate(url)] as const)));
  try {
    return [...mediaNotes(project, media), ...pictures, ...notes, ...(await fontNotes(layers, fontsDir))];
  } finally {
    letGo();
  }
}

/** Returns a project's measured media. @throws ProblemError with every problem that prevents a render. */
export async function mediaToRender(project: Project, options: MediaOptions): Promise<Media> {
  const { media, problems } = await checkProject(project, options);
  if (problems.length > 0) throw new ProblemError(problems);
  await readDisplayTimes(project, media, options.signal);
  return media;
}
