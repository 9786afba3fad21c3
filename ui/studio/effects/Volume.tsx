import type { VideoLayer } from '../../../engine/project/layers.ts';
import { MAX_VOLUME } from '../../../engine/project/limits.ts';
import { videoLength } from '../../../engine/timeline/durations.ts';
import { lengthInWords } from '../../components/words.ts';
import { RangeField } from '../controls/RangeField.tsx';
import { Switch } from '../controls/Switch.tsx';
import { endStep } from '../state/studio.ts';
import { setVideo, useVideo } from './useVideo.ts';

/** Longest fade that is offered, seconds; a video shorter than that has shorter ones. */
const LONGEST_FADE = 10;

/** Route volume: how loud the selected video is, and how its sound comes and goes. */
export default function Volume() {
  const layer = useVideo();
  if (!layer) return null;
  const percent = Math.round(layer.volume * 100);
  return (
    <div className="effect-panel">
      <RangeField
        label="Volume"
        value={percent}
        max={MAX_VOLUME * 100}
        step={1}
        keys={{ coarse: 1 }}
        words={layer.isMuted ? `${percent}%, muted` : `${percent}%`}
        onChange={(value) => setVideo(layer, { volume: value / 100 })}
        onEnd={endStep}
      />
      <Switch
        label="Mute"
        hint="Nothing of its sound is heard."
        on={layer.isMuted}
        onChange={(isMuted) => setVideo(layer, { isMuted }, true)}
      />
      <Fade layer={layer} field="fadeIn" label="Fade in" />
      <Fade layer={layer} field="fadeOut" label="Fade out" />
      <p className="effect-note" role="status">
        {noteOf(layer)}
      </p>
    </div>
  );
}

function Fade({ layer, field, label }: { layer: VideoLayer; field: 'fadeIn' | 'fadeOut'; label: string }) {
  const seconds = layer[field];
  return (
    <RangeField
      label={label}
      value={seconds}
      max={Math.max(mostFade(layer), seconds)}
      step={0.1}
      keys={{ coarse: 0.1 }}
      words={seconds === 0 ? 'None' : lengthInWords(seconds)}
      onChange={(value) => setVideo(layer, { [field]: Math.round(value * 10) / 10 })}
      onEnd={endStep}
    />
  );
}

function mostFade(layer: VideoLayer): number {
  const length = videoLength(layer);
  return length > 0 ? Math.max(0.1, Math.min(LONGEST_FADE, Math.floor(length * 10) / 10)) : LONGEST_FADE;
}

function noteOf({ isMuted, volume }: VideoLayer): string {
  if (isMuted) return 'It is muted, so nothing of this is heard.';
  return volume > 1 ? 'Above 100% loud parts may be clipped.' : 'The sound is heard while it plays.';
}
