import { animationLength, animationSeconds } from '../kinds/animation.ts';
import { isImage } from '../kinds/image.ts';
import { isText } from '../kinds/text.ts';
import type { Animation, Layer } from '../project/layers.ts';
import { ANIMATED_SCENE_SECONDS, MAX_SECONDS, MIN_MOTION_SECONDS } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import type { ImageMotion } from '../project/videoEffects.ts';
import { hasTimedVideo, layerTime } from '../timeline/durations.ts';
import { audioEnd, withAutoLoop } from './audioLoop.ts';
import { findLayer, withLayer, withScene } from './find.ts';
import { withOutputKind, withVideoOutput } from './still.ts';

/** Default color of a Hue Rotate text: a blue, because black has no hue to shift. */
export const HUE_ROTATE_COLOR = '#3366ff';

/**
 * Sets the animation of a text layer. If only the speed changes, length, color and offset stay; a new animation gets
 * its default length, and Hue Rotate makes the text blue. A scene without a length becomes a video of 5 s.
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
  return id === 'none' ? animated : withSceneLength(animated, found.scene);
}

function animationOf(id: Animation['id'], speed: Animation['speed'], before: Animation | undefined): Animation {
  if (id === 'none') return { id, speed };
  const paced = { id, duration: before?.duration ?? animationSeconds[id], speed };
  if (before?.at === undefined) return paced;
  const at = (before.at * animationLength(paced)) / animationLength(before);
  return { ...paced, at: Math.min(MAX_SECONDS, toMicroseconds(at)) };
}

/** Motion of an image inside its box. */
export interface MotionChange {
  type: ImageMotion['type'];
  /** Seconds, at least 0.1. Default: unchanged, or the image's whole span if it had no motion. */
  duration?: number;
}

/**
 * Sets the motion of an image, starting with its layer. A scene without a length becomes a video of 5 s.
 * @param change undefined: no motion.
 */
export function setPictureMotion(project: Project, layerId: string, change: MotionChange | undefined): Project {
  const found = findLayer(project, layerId);
  if (!found || !isImage(found.layer)) return project;
  const { motion: before, ...standing } = found.layer;
  const set = (to: Project, layer: Layer) =>
    withOutputKind(
      to,
      withLayer(to, layerId, () => layer),
    );
  if (!change) return before ? set(project, standing) : project;
  const moving = withSceneLength(project, found.scene);
  const { from, to } = layerTime(moving, findLayer(moving, layerId) ?? found);
  const seconds = change.duration ?? before?.duration ?? to - from;
  const duration = Math.min(MAX_SECONDS, Math.max(MIN_MOTION_SECONDS, seconds));
  const same = before?.type === change.type ? before : undefined;
  if (same?.duration === duration) return project;
  return set(moving, { ...standing, motion: { ...same, type: change.type, duration } });
}

/** Gives a scene a length: one that has none becomes a video of 5 s. */
export function withSceneLength(project: Project, scene: Scene): Project {
  const isTimed = hasTimedVideo(scene) || scene.duration > 0 || (project.scenes.length === 1 && audioEnd(project) > 0);
  if (isTimed) return withVideoOutput(project);
  const video = withScene(project, scene.id, (still) => ({
    ...still,
    isImageVideo: true,
    duration: ANIMATED_SCENE_SECONDS,
  }));
  return withAutoLoop(withVideoOutput(video));
}
