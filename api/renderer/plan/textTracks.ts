import { cueTexts } from '../../../engine/kinds/cueStates.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { cueTracks } from '../../../engine/timeline/cueTracks.ts';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { iso639 } from './iso639.ts';
import type { TextTrack } from './textTrack.ts';

/** A project without the subtitles that become soft tracks. */
export interface SoftProject {
  project: Project;
  /** Empty if there are none, or if they are burned in. */
  tracks: TextTrack[];
}

/**
 * Moves subtitles from the picture to soft tracks, if the output requests it. MP4 cannot show two cues of a track at
 * once, so overlapping cues are merged there.
 */
export function withSoftSubtitles(project: Project): SoftProject {
  const { output } = project;
  if (output.type !== 'video' || !output.softSubtitles) return { project, tracks: [] };
  const tracks = cueTracks(project).map(({ languageCode, cues }) => ({
    language: iso639(languageCode),
    cues:
      output.container === 'webm'
        ? cues.map(({ text, startTime, endTime }) => ({ text, startTime, endTime }))
        : cueTexts(cues),
  }));
  return { project: { ...project, scenes: project.scenes.map((scene) => bare(project, scene)) }, tracks };
}

/** Removes subtitle layers without changing the scene's length. */
function bare(project: Project, scene: Scene): Scene {
  const layers = scene.layers.filter(({ type }) => type !== 'subtitles');
  if (layers.length === scene.layers.length) return scene;
  return { ...scene, layers, duration: sceneDuration(project, scene) };
}
