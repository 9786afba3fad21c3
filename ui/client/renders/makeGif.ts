import type { VideoRecord } from '../../../api/contract/video.ts';
import { newId } from '../../../engine/project/id.ts';
import { MAX_GIF_SECONDS } from '../../../engine/project/limits.ts';
import { gifDefaults } from '../../../engine/project/output.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { studioBody } from '../../../engine/timeline/studioBody.ts';
import { owner } from '../page/owner.ts';
import { projectFingerprint } from '../projects/projectFingerprint.ts';
import { loadSaved } from '../projects/saved.ts';
import { keepOrigin, originOf } from './origins.ts';
import { refusalOf, type SendOptions, sendProject } from './sendProject.ts';
import { requestVideo } from './videos.ts';

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

/**
 * Returns a project that converts a finished video to a GIF: the whole video, or 60 s of it.
 * @param start of the GIF, in seconds of the video.
 */
function gifOfResult(video: VideoRecord, start: number): Project {
  const { width, height, name } = video;
  const length = video.duration ?? 0;
  const isPart = start > 0 || length > MAX_GIF_SECONDS;
  const layer = {
    id: newId(),
    type: 'video',
    url: `/api/v1/videos/${video._id}/file`,
    isMuted: true,
    position: { x: '0%', y: '0%', width: '100%', height: '100%' },
    ...(width && height ? { width, height } : {}),
    ...(length > 0 ? { duration: length } : {}),
    ...(isPart ? { isTrimmed: true, startTime: start, endTime: Math.min(length, start + MAX_GIF_SECONDS) } : {}),
  };
  const parsed = parseProject({
    ...(name ? { name } : {}),
    ...(width && height ? { width, height, ratio: `${width}:${height}` } : {}),
    videoType: 'gif',
    scenes: [{ id: newId(), layers: [layer] }],
  });
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}
