import type { VideoLayer } from '../project/layers.ts';
import { MAX_SPEED, MIN_SPEED } from '../project/limits.ts';
import type { Project } from '../project/project.ts';
import { withAutoLoop } from './audioLoop.ts';
import { withLayer } from './find.ts';

/** How a video layer plays its source. */
export type Motion = Partial<Pick<VideoLayer, 'speed' | 'isReversed' | 'isBoomeranged'>>;

/**
 * Sets how a video layer plays: its pace (0.25 to 4; beyond counts as the nearest), backwards, or there and back
 * again. The scene's length follows.
 */
export function setMotion(project: Project, layerId: string, motion: Motion): Project {
  const changed = withLayer(project, layerId, (layer) => {
    if (layer.type !== 'video') return layer;
    const wanted = { ...layer, ...motion };
    const speed = Number.isFinite(wanted.speed) ? Math.min(MAX_SPEED, Math.max(MIN_SPEED, wanted.speed)) : layer.speed;
    const { isReversed, isBoomeranged } = wanted;
    const isSame = speed === layer.speed && isReversed === layer.isReversed && isBoomeranged === layer.isBoomeranged;
    return isSame ? layer : { ...layer, speed, isReversed, isBoomeranged };
  });
  return changed === project ? project : withAutoLoop(changed);
}
