import { animationSeconds } from '../kinds/animation.ts';
import { isText } from '../kinds/text.ts';
import type { Animation } from '../project/layers.ts';
import { ANIMATED_SCENE_SECONDS } from '../project/limits.ts';
import type { Project, Scene } from '../project/project.ts';
import { hasTimedVideo } from '../timeline/durations.ts';
import { audioEnd, withAutoLoop } from './audioLoop.ts';
import { findLayer, withLayer, withScene } from './find.ts';
import { asMoving } from './still.ts';

/** Colour that a text takes when Hue Rotate is chosen: a blue; black has no hue to shift. */
export const HUE_ROTATE_COLOR = '#3366ff';

/**
 * Chooses the animation of a text layer. Another speed of the one that it has leaves its length and colour as they are; else
 * it gets its default length, and Hue Rotate makes the text blue. Any animation turns a
 * scene that has no length yet into a video of 5 s.
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
  const own = isOther ? undefined : text.animation?.duration;
  const animated = withLayer(project, layerId, () => ({
    ...text,
    color: isOther && id === 'hue-rotate' ? HUE_ROTATE_COLOR : text.color,
    animation: id === 'none' ? { id, speed } : { id, duration: own ?? animationSeconds[id], speed },
  }));
  return id === 'none' ? animated : timed(animated, found.scene);
}

function timed(project: Project, scene: Scene): Project {
  const isTimed = hasTimedVideo(scene) || scene.duration > 0 || (project.scenes.length === 1 && audioEnd(project) > 0);
  if (isTimed) return asMoving(project);
  const video = withScene(project, scene.id, (still) => ({
    ...still,
    isImageVideo: true,
    duration: ANIMATED_SCENE_SECONDS,
  }));
  return withAutoLoop(asMoving(video));
}
