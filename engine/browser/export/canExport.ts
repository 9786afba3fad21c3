import { canvasSize } from '../../layout/canvasSize.ts';
import { parseRgba } from '../../layout/color.ts';
import { isGif, isStill, type Output, outputTitle } from '../../project/output.ts';
import type { Project } from '../../project/project.ts';
import type { Rate } from '../../timeline/frameRate.ts';
import { encodesEveryFrame } from './encoderTrial.ts';
import { videoConfig } from './encodeVideo.ts';

/** A rate that the encoder is asked about before the sources are measured. */
const usualRate: Rate = [30, 1];

/**
 * Says why this browser cannot make the file of a project; undefined when it can. GIFs and pictures need less than
 * videos.
 * @param rate frames a second of the output, once it is known.
 */
export async function canExport(project: Project, rate: Rate = usualRate): Promise<string | undefined> {
  if (!('VideoFrame' in globalThis)) {
    return 'This browser cannot make files by itself, because it lacks WebCodecs. A newer Chrome, Edge, Firefox or Safari can; so can the server.';
  }
  const { output } = project;
  if (!isMadeHere(output)) {
    return `A browser makes MP4, GIF and PNG files. The server can make ${outputTitle(output)}.`;
  }
  if ('fitUnder' in output && output.fitUnder !== undefined) return 'Only the server can fit a file under a size.';
  if (hasSoftSubtitles(project)) return 'Only the server can write subtitles as a track of the file.';
  if (isGif(project) && project.scenes.some(({ background }) => parseRgba(background).a < 1))
    return 'Only the server can make a GIF with a transparent background.';
  if (isStill(project) || isGif(project)) return undefined;
  if (!('VideoEncoder' in globalThis)) {
    return 'This browser cannot make videos by itself, because it lacks WebCodecs. It can make a GIF or a picture; the server can make all.';
  }
  const { width, height } = canvasSize(project);
  const config = await videoConfig({ width, height, rate, quality: project.quality });
  if (!config) {
    return `This browser has no H.264 encoder for ${width} × ${height} pixels. A smaller canvas, a GIF or the server can help.`;
  }
  if (await encodesEveryFrame(config)) return undefined;
  return 'This browser’s H.264 encoder leaves frames out. It can make a GIF or a picture; the server can make all.';
}

function hasSoftSubtitles({ output, scenes }: Project): boolean {
  const isSoft = output.type === 'video' && output.softSubtitles === true;
  return isSoft && scenes.some(({ layers }) => layers.some(({ type }) => type === 'subtitles'));
}

function isMadeHere(output: Output): boolean {
  if (output.type === 'video') return output.container === 'mp4';
  return output.type === 'gif' || (output.type === 'image' && output.format === 'png');
}
