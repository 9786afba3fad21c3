import type { VideoLayer } from '../../../engine/project/layers.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';

/** The videos of a scene that can be trimmed, front to back: not converted GIFs (studio spec §2). */
export function trimmableLayers(scene: Scene): (VideoLayer & { duration: number })[] {
  return scene.layers.flatMap((layer) =>
    layer.type === 'video' && !layer.converted_gif && layer.duration !== undefined && layer.duration > 0
      ? [{ ...layer, duration: layer.duration }]
      : [],
  );
}

/** Whether there is anything to trim: a video of the scene, or the audio track. */
export function hasTrims(project: Project, scene: Scene): boolean {
  return (project.audio?.duration ?? 0) > 0 || trimmableLayers(scene).length > 0;
}

/** A length as a person reads it: hundredths at most, such as "2.5 s". */
export function secondsWords(seconds: number): string {
  return `${Math.round(seconds * 100) / 100} s`;
}
