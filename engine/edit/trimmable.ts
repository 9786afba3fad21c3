import { isVideo } from '../kinds/families.ts';
import { canBeTrimmed } from '../kinds/index.ts';
import type { VideoLayer } from '../project/layers.ts';
import type { Project, Scene } from '../project/project.ts';

/** The videos of a scene that can be trimmed, front to back. */
export function trimmableLayers(scene: Scene): (VideoLayer & { duration: number })[] {
  return scene.layers.flatMap((layer) =>
    isVideo(layer) && canBeTrimmed(layer) && layer.duration !== undefined && layer.duration > 0
      ? [{ ...layer, duration: layer.duration }]
      : [],
  );
}

/** Whether there is anything to trim: a video of the scene, or the audio track. */
export function hasTrims(project: Project, scene: Scene): boolean {
  return (project.audio?.duration ?? 0) > 0 || trimmableLayers(scene).length > 0;
}

/** The scene whose trim sliders are shown: this one, or the nearest with something to trim, the earlier of two. */
export function trimmedScene(project: Project, scene: Scene): Scene {
  if (hasTrims(project, scene)) return scene;
  const here = project.scenes.indexOf(scene);
  const far = (one: Scene) => Math.abs(project.scenes.indexOf(one) - here);
  const others = project.scenes.filter((one) => hasTrims(project, one));
  return others.reduce((best, one) => (far(one) < far(best) ? one : best), others[0] ?? scene);
}
