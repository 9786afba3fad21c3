import { playedLength } from '../../../engine/timeline/durations.ts';
import { Loudness } from './Loudness.tsx';
import { setVideo, useVideo } from './useVideo.ts';

/** Route volume: how loud the selected video is, and how its sound comes and goes. */
export default function Volume() {
  const layer = useVideo();
  if (!layer) return null;
  return (
    <div className="effect-panel">
      <Loudness
        sound={layer}
        length={playedLength(layer)}
        onChange={(sound) => setVideo(layer, sound)}
        onMute={(isMuted) => setVideo(layer, { isMuted }, true)}
      />
    </div>
  );
}
