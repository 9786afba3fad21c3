import type { VideoRecord } from '../../api/contract/video.ts';
import { newId } from '../../engine/project/id.ts';
import { MAX_GIF_SECONDS } from '../../engine/project/limits.ts';
import { parseProject } from '../../engine/project/parse.ts';
import type { Project } from '../../engine/project/project.ts';

/**
 * Returns a project that converts a finished video to a GIF: the whole video, or 60 s of it.
 * @param start of the GIF, in seconds of the video.
 */
export function gifOfResult(video: VideoRecord, start: number): Project {
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
