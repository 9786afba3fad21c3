import { canvasSize } from '../../layout/canvasSize.ts';
import { parseRgba } from '../../layout/color.ts';
import { codecOf, codecTitles, isGif, isStill, type Output, outputTitle, sizeLimitOf } from '../../project/output.ts';
import type { Project } from '../../project/project.ts';
import type { Rate } from '../../timeline/frameRate.ts';
import { encodesEveryFrame } from './encoderTrial.ts';
import { videoConfig } from './encodeVideo.ts';

/** Frame rate to ask the encoder about before the sources are measured. */
const usualRate: Rate = [30, 1];

/**
 * Returns why this browser cannot export a project; undefined if it can. GIFs and images need less than videos.
 * @param rate frame rate of the output, once known.
 */
export async function canExport(project: Project, rate: Rate = usualRate): Promise<string | undefined> {
  if (!('VideoFrame' in globalThis)) {
    return 'This browser cannot create files because it lacks WebCodecs. Use a newer Chrome, Edge, Firefox or Safari, or the server.';
  }
  const { output } = project;
  if (!isMadeHere(output)) {
    return `The browser can export MP4, GIF and PNG files. Use the server for ${outputTitle(output)}.`;
  }
  if (output.type === 'video' && codecOf(output) !== 'h264')
    return `The browser can export H.264. Use the server for ${codecTitles[codecOf(output)]}.`;
  if (output.type === 'video' && (output.bitrate ?? output.keyframeInterval) !== undefined)
    return 'Only the server can set a bit rate or a distance of key frames.';
  if (sizeLimitOf(output) !== undefined) return 'Only the server can fit a file under a size limit.';
  if (output.type === 'video' && output.chapters && project.markers?.length)
    return 'Only the server can write chapters.';
  if (hasSoftSubtitles(project)) return 'Only the server can write subtitles as a track of the file.';
  if (isGif(project) && project.scenes.some(({ background }) => parseRgba(background).a < 1))
    return 'Only the server can make a GIF with a transparent background.';
  if (isStill(project) || isGif(project)) return undefined;
  if (!('VideoEncoder' in globalThis)) {
    return 'This browser cannot create videos because it lacks WebCodecs. It can create GIFs and images; use the server for everything else.';
  }
  const { width, height } = canvasSize(project);
  const config = await videoConfig({ width, height, rate, quality: project.quality });
  if (!config) {
    return `This browser has no H.264 encoder for ${width} × ${height} pixels. A smaller canvas, a GIF or the server can help.`;
  }
  if (await encodesEveryFrame(config)) return undefined;
  return 'This browser’s H.264 encoder drops frames. It can create GIFs and images; use the server for everything else.';
}

function hasSoftSubtitles({ output, scenes }: Project): boolean {
  const isSoft = output.type === 'video' && output.softSubtitles === true;
  return isSoft && scenes.some(({ layers }) => layers.some(({ type }) => type === 'subtitles'));
}

function isMadeHere(output: Output): boolean {
  if (output.type === 'video') return output.container === 'mp4';
  return output.type === 'gif' || (output.type === 'image' && output.format === 'png');
}
