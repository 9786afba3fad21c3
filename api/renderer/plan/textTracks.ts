import { cueTexts } from '../../../engine/kinds/cueStates.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { cueTracks } from '../../../engine/timeline/cueTracks.ts';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { iso639 } from './iso639.ts';
import type { TextTrack } from './textTrack.ts';

/** A project whose subtitles are taken out of its picture. */
export interface SoftProject {
  project: Project;
  /** Empty: it has none, or they stay in the picture. */
  tracks: TextTrack[];
}

/**
 * Takes subtitles out of the picture where they are to be tracks of the file; nothing else changes. In an MP4 no two of a track
 * can be shown at a time, so those that overlap are one text there.
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

/** A scene without subtitles, as long as it was with them. */
function bare(project: Project, scene: Scene): Scene {
  const layers = scene.layers.filter(({ type }) => type !== 'subtitles');
  if (layers.length === scene.layers.length) return scene;
  return { ...scene, layers, duration: sceneDuration(project, scene) };
}
