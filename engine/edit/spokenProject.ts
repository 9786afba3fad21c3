import { isPlayed } from '../kinds/families.ts';
import { kindOf } from '../kinds/index.ts';
import { allLayers, mapLayers } from '../project/allLayers.ts';
import type { Layer, PlayedLayer } from '../project/layers.ts';
import type { Project } from '../project/project.ts';
import { hasTimedVideo } from '../timeline/durations.ts';
import { withProjectLayers } from '../timeline/overlay.ts';
import { isVoice } from './voiceCues.ts';

/**
 * Returns the speech of a project as a WAV file, for its transcription: all of its videos and audio layers that are
 * audible, at their times in the video. Without music, which are the layers with ducking and the audio track, unless the
 * project has no other audio. Layers that neither play nor set a length are omitted, so it is small.
 * @returns undefined if nothing is audible.
 */
export function spokenProject(project: Project): Project | undefined {
  const scenes = project.scenes.map((scene) =>
    // In other scenes, any layer may set the length.
    hasTimedVideo(scene) || scene.duration > 0 ? { ...scene, layers: scene.layers.filter(isPlayed) } : scene,
  );
  const heard: Project = { ...project, scenes, output: { type: 'audio', format: 'wav' } };
  const bare = withProjectLayers(heard, (project.layers ?? []).filter(isPlayed));
  const speech = mapLayers({ ...bare, audio: null }, withoutMusic);
  if (isAudible(speech)) return speech;
  return isAudible(bare) || (bare.audio && !bare.audio.isMuted) ? bare : undefined;
}

/** Lengths of files may be unknown yet. */
function isAudible(project: Project): boolean {
  return allLayers(project).some(
    (layer) =>
      isPlayed(layer) &&
      !layer.isHidden &&
      kindOf<PlayedLayer>(layer).isAudible(layer) &&
      !(project.isMuted && kindOf(layer).isSeen),
  );
}

function withoutMusic(layer: Layer): Layer {
  return isPlayed(layer) && !isVoice(layer) ? ({ ...layer, isMuted: true } as Layer) : layer;
}
