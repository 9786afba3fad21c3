import { useSnapshot } from 'valtio';
import type { ChosenMedia } from '../../engine/edit/newLayers.ts';
import { moveTrim } from '../../engine/edit/trimWindow.ts';
import { Waveform } from '../media/Waveform.tsx';
import { setFields } from './drafts.ts';
import { SpanFields, spanOf } from './SpanFields.tsx';
import type { PanelProps } from './toolPanel.ts';

interface Props extends Pick<PanelProps, 'tool' | 'draft' | 'player'> {
  sound: ChosenMedia;
  /** When the audio starts on the player's time axis, in seconds. */
  from: number;
  /** Height of the waveform, in CSS pixels. */
  height: number;
  /** Which of its audio tracks, from 1; undefined: its own choice. */
  audioTrack?: number | undefined;
}

/** The waveform of a whole audio file, with its selected part marked. */
export function AudioSpanFields({ tool, draft, player, sound, from, height, audioTrack }: Props) {
  const { time } = useSnapshot(player.state);
  const { duration, url } = sound;
  const span = spanOf(draft.settings, ['audioTrimStartTime', 'audioTrimEndTime'], duration);
  const length = span.end - span.start;
  const playedSeconds = time - from;
  const choose = (start: number, end: number) => {
    player.pause();
    setFields(tool, { audioTrimStartTime: start, audioTrimEndTime: end });
  };
  return (
    <SpanFields
      label="Trim audio"
      {...{ ...span, duration, height }}
      playhead={playedSeconds >= 0 && playedSeconds <= length ? span.start + playedSeconds : undefined}
      onChange={choose}
      onStep={(part, to) => {
        const moved = moveTrim(span, part, to, duration);
        choose(moved.start, moved.end);
      }}
    >
      <Waveform {...{ url, duration, audioTrack, height }} />
    </SpanFields>
  );
}
