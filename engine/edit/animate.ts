import { animationLength, animationSeconds } from '../kinds/animation.ts';
import { isImage } from '../kinds/image.ts';
import { isText } from '../kinds/text.ts';
import type { Animation, Layer } from '../project/layers.ts';
import { ANIMATED_SCENE_SECONDS, MAX_SECONDS, MIN_MOTION_SECONDS } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import { toMicroseconds } from '../project/toMicroseconds.ts';
import type { PictureMotion } from '../project/videoEffects.ts';
import { hasTimedVideo } from '../timeline/durations.ts';
import { audioEnd, withAutoLoop } from './audioLoop.ts';
import { findLayer, withLayer, withScene } from './find.ts';
import { layerTime } from './layerTime.ts';
import { asMoving, withOutputKind } from './still.ts';

/** Color that a text takes when Hue Rotate is chosen: a blue; black has no hue to shift. */
export const HUE_ROTATE_COLOR = '#3366ff';

/**
 * Chooses the animation of a text layer. Another speed of the one that it has leaves its length and color as they are, and
 * how large a share of it went by before the text came; else it gets its default length, and Hue Rotate makes the text
 * blue. Any animation turns a scene that has no length yet into a video of 5 s.
 */
export function setAnimation(
  project: Project,
  layerId: string,
  id: Animation['id'],
  speed: Animation['speed'] = 'default',
): Project {
  const found = findLayer(project, layerId);
  if (!found || !isText(found.layer)) return project;
  const text = found.layer;
  const isOther = text.animation?.id !== id;
  const animated = withLayer(project, layerId, () => ({
    ...text,
    color: isOther && id === 'hue-rotate' ? HUE_ROTATE_COLOR : text.color,
    animation: animationOf(id, speed, isOther ? undefined : text.animation),
  }));
  return id === 'none' ? animated : timed(animated, found.scene);
}

function animationOf(id: Animation['id'], speed: Animation['speed'], before: Animation | undefined): Animation {
  if (id === 'none') return { id, speed };
  const paced = { id, duration: before?.duration ?? animationSeconds[id], speed };
  if (before?.at === undefined) return paced;
  const at = (before.at * animationLength(paced)) / animationLength(before);
  return { ...paced, at: Math.min(MAX_SECONDS, toMicroseconds(at)) };
}

/** How a picture is to move in its box. */
export interface WantedMotion {
  type: PictureMotion['type'];
  /** Seconds, 0.1 at least. Default: as it is, or for a picture that stood still as long as it is there. */
  duration?: number;
}

/**
 * Has a picture move in its box from the moment that it is there. A scene that has no length yet becomes a video of 5 s.
 * @param wanted undefined: it stands still.
 */
export function setPictureMotion(project: Project, layerId: string, wanted: WantedMotion | undefined): Project {
  const found = findLayer(project, layerId);
  if (!found || !isImage(found.layer)) return project;
  const { motion: before, ...standing } = found.layer;
  const set = (to: Project, layer: Layer) =>
    withOutputKind(
      to,
      withLayer(to, layerId, () => layer),
    );
  if (!wanted) return before ? set(project, standing) : project;
  const moving = timed(project, found.scene);
  const { from, to } = layerTime(moving, findLayer(moving, layerId) ?? found);
  const seconds = wanted.duration ?? before?.duration ?? to - from;
  const duration = Math.min(MAX_SECONDS, Math.max(MIN_MOTION_SECONDS, seconds));
  const same = before?.type === wanted.type ? before : undefined;
  if (same?.duration === duration) return project;
  return set(moving, { ...standing, motion: { ...same, type: wanted.type, duration } });
}

/** A project in which a scene has a length: one that has none yet becomes a video of 5 s. */
export function timed(project: Project, scene: Scene): Project {
  const isTimed = hasTimedVideo(scene) || scene.duration > 0 || (project.scenes.length === 1 && audioEnd(project) > 0);
  if (isTimed) return asMoving(project);
  const video = withScene(project, scene.id, (still) => ({
    ...still,
    isImageVideo: true,
    duration: ANIMATED_SCENE_SECONDS,
  }));
  return withAutoLoop(asMoving(video));
}
