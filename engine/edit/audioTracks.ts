import { isPlayed } from '../kinds/families.ts';
import type { Project } from '../project/project.ts';
import { withLayer } from './find.ts';

/**
 * Sets the audio track of its file that a video or audio layer plays. @param track from 1; undefined: the file's
 * default.
 */
export function chooseLayerTrack(project: Project, layerId: string, track: number | undefined): Project {
  return withLayer(project, layerId, (layer) => (isPlayed(layer) ? withTrack(layer, track) : layer));
}

/** Sets the audio track of its file that the project's audio plays, as in chooseLayerTrack. */
export function chooseAudioTrack(project: Project, track: number | undefined): Project {
  return project.audio ? { ...project, audio: withTrack(project.audio, track) } : project;
}

function withTrack<T extends { audioTrack?: number | undefined }>(playing: T, track: number | undefined): T {
  const { audioTrack: _, ...rest } = playing;
  return (track === undefined ? rest : { ...rest, audioTrack: track }) as T;
}
