import type { VideoRecord } from '../../../api/contract/video.ts';
import { gifDefaults } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { studioBody } from '../../../engine/timeline/studioBody.ts';
import { loadSaved } from '../../projects/saved.ts';
import { keepOrigin, originOf } from '../../state/origins.ts';
import { owner } from '../../state/owner.ts';
import { gifOfResult } from '../../state/resultProject.ts';
import { requestVideo } from '../../state/videos.ts';
import { projectFingerprint } from './projectFingerprint.ts';
import { refusalOf, type SendOptions, sendProject } from './send.ts';

/**
 * Creates a GIF from a finished video: from its project if this browser has it unchanged, else from the video file.
 * Either way the GIF links back to that project.
 * @param start where the GIF begins, in seconds of the video; 0 if the whole video fits into a GIF.
 * @returns the new record.
 * @throws ApiError with a message for the user.
 */
export async function makeGif(
  video: VideoRecord,
  start: number,
  options: Pick<SendOptions, 'signal' | 'onProgress'>,
): Promise<VideoRecord> {
  const known = start === 0 ? await gifOfProject(video._id) : undefined;
  if (known) return sendProject(known.project, { ...options, projectId: known.projectId });
  const project = gifOfResult(video, start);
  const gif = await requestVideo(studioBody(project, owner), project, options.signal);
  const origin = originOf(video._id);
  if (origin) keepOrigin(gif._id, origin);
  return gif;
}

async function gifOfProject(videoId: string): Promise<{ project: Project; projectId: string } | undefined> {
  const origin = originOf(videoId);
  const loaded = origin && (await loadSaved(origin.projectId));
  if (!loaded?.ok || projectFingerprint(loaded.value) !== origin?.print) return undefined;
  const project: Project = { ...loaded.value, output: gifDefaults };
  return (await refusalOf(project)) === '' ? { project, projectId: origin.projectId } : undefined;
}
