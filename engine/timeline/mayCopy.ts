import { isVideo } from '../kinds/families.ts';
import { setsLength } from '../kinds/index.ts';
import { hasLayerEffects } from '../project/effectFields.ts';
import { gradeOf } from '../project/gradeOf.ts';
import type { Layer, VideoLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { isUnfiltered } from '../project/videoEffects.ts';

/**
 * Returns whether a video may be created without encoding its frames: it shows only one unchanged source, or a span of
 * it. The codec decides too, but only the renderer knows it.
 */
export function mayCopy(project: Project): boolean {
  const { scenes, output, withCustomWatermark } = project;
  const [scene] = scenes;
  const isSoft = output.type === 'video' && output.softSubtitles === true;
  // A hidden video can still set the scene's length.
  const isAway = (layer: Layer) => layer.isHidden === true && !setsLength(layer);
  const isSoftened = (layer: Layer) => isSoft && layer.type === 'subtitles';
  const layers = scene?.layers.filter((layer) => !isSoftened(layer) && !isAway(layer)) ?? [];
  const isCovered = project.layers?.some((layer) => !isSoftened(layer) && !layer.isHidden) ?? false;
  const [layer] = layers;
  if (project.alwaysEncode || project.quality !== 'high' || withCustomWatermark || output?.type !== 'video')
    return false;
  const { codec, bitrate, keyframeInterval } = output;
  if ((codec && codec !== 'h264' && codec !== 'vp9') || bitrate !== undefined || keyframeInterval !== undefined)
    return false;
  if (isCovered || scenes.length !== 1 || layers.length !== 1 || !layer || !isVideo(layer) || layer.isHidden)
    return false;
  return (
    hasRate(layer, output.fps) && isPlain(layer) && layer.width === project.width && layer.height === project.height
  );
}

/** @param fps of the output; undefined: by the source. */
function hasRate(layer: VideoLayer, fps: number | undefined): boolean {
  return fps === undefined || layer.fps === undefined || Math.abs(fps - layer.fps) < 0.005;
}

function isPlain(layer: VideoLayer): boolean {
  const { speed = 1, isReversed, isBoomeranged, flipped, flippedVertical, position } = layer;
  const isPaced = speed !== 1 || isReversed || isBoomeranged || layer.stopMotion !== undefined;
  const isMoved = isPaced || layer.converted_gif || layer.from !== undefined;
  const isWhole = !position || (position.x === '0%' && position.y === '0%' && position.rotation === 0);
  return !isMoved && !flipped && !flippedVertical && !layer.chromaKey && !layer.crop && isWhole && hasPlainLook(layer);
}

function hasPlainLook(layer: VideoLayer): boolean {
  const { globalAlpha = 1, radius = 0, blendMode = 'normal' } = layer;
  const isBare = isUnfiltered(layer) && !gradeOf(layer) && !hasLayerEffects(layer);
  return isBare && globalAlpha === 1 && radius === 0 && blendMode === 'normal';
}
