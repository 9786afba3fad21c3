import type { Project } from '../project/project.ts';
import { withLayer } from './find.ts';

/** Chooses which audio track of its file a video or sound layer plays. @param track from 1; undefined: the file's own choice. */
export function chooseLayerTrack(project: Project, layerId: string, track: number | undefined): Project {
  return withLayer(project, layerId, (layer) =>
    layer.type === 'video' || layer.type === 'audio' ? withTrack(layer, track) : layer,
  );
}

/** Chooses which audio track of its file the project's audio plays, as chooseLayerTrack. */
export function chooseAudioTrack(project: Project, track: number | undefined): Project {
  return project.audio ? { ...project, audio: withTrack(project.audio, track) } : project;
}

function withTrack<T extends { audioTrack?: number | undefined }>(playing: T, track: number | undefined): T {
  const { audioTrack: _, ...rest } = playing;
  return (track === undefined ? rest : { ...rest, audioTrack: track }) as T;
}
