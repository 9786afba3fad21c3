import { useSnapshot } from 'valtio';
import { chooseLayerTrack } from '../../../engine/edit/audioTracks.ts';
import { setLayerDucking } from '../../../engine/edit/ducking.ts';
import { layersOf } from '../../../engine/edit/find.ts';
import { setSoundEffects } from '../../../engine/edit/soundEffects.ts';
import { isPlayed, isSound } from '../../../engine/kinds/families.ts';
import type { Project } from '../../../engine/project/project.ts';
import { playedLength } from '../../../engine/timeline/durations.ts';
import { AudioTrackMenu } from '../../media/AudioTrackMenu.tsx';
import { Beats } from '../beats/Beats.tsx';
import { changeSelected, setFields, useLayer, useMixed } from '../state/layers.ts';
import { change, studio } from '../state/studio.ts';
import { Ducking } from './Ducking.tsx';
import { Loudness } from './Loudness.tsx';
import { SoundEffects } from './SoundEffects.tsx';

/** Route volume: volume, fades, effects and ducking of the selected video or audio. */
export function Volume() {
  const layer = useLayer(isPlayed);
  const isMixed = useMixed();
  const { project, severalIds } = useSnapshot(studio) as { project: Project; severalIds: readonly string[] };
  // Tracks and beats belong to one file.
  const isAlone = severalIds.length === 0;
  if (!layer) return null;
  return (
    <div className="stack-2 effect-panel">
      <Loudness
        sound={layer}
        length={playedLength(layer)}
        onChange={(sound) => setFields(layer, sound)}
        onMute={(isMuted) => setFields(layer, { isMuted }, true)}
        isMixed={isMixed}
      />
      <SoundEffects
        sounds={[layer, ...layersOf(project, severalIds).filter(isPlayed)]}
        onChange={(effects, step) =>
          changeSelected(layer, (now, { id }) => setSoundEffects(now, id, effects), step && `${layer.id} ${step}`)
        }
      />
      {isAlone && (
        <AudioTrackMenu
          url={layer.url}
          chosen={layer.audioTrack}
          onChange={(track) => change((project) => chooseLayerTrack(project, layer.id, track))}
        />
      )}
      {isSound(layer) && (
        <>
          <Ducking
            ducking={layer.ducking}
            onChange={(ducking, step) =>
              changeSelected(
                layer,
                (project, { id }) => setLayerDucking(project, id, ducking),
                step && `${layer.id} ${step}`,
              )
            }
          />
          {isAlone && <Beats project={project} sounds={[layer]} />}
        </>
      )}
    </div>
  );
}
