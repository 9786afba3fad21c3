import { useRef } from 'react';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { shownTitleOf } from '../../components/titles.ts';
import { lazyPart } from '../../studio/state/lazyPart.ts';
import type { WaveformProps } from '../../studio/strips/Waveform.tsx';
import './sound.css';

const Waveform = lazyPart<WaveformProps>(async () => (await import('../../studio/strips/Waveform.tsx')).Waveform);

/** In CSS pixels. */
const HEIGHT = 112;

/** Audio result: waveform with a playhead, above the player. */
export function Sound({ video, url }: { video: VideoRecord; url: string }) {
  const player = useRef<HTMLAudioElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  const duration = video.duration ?? 0;
  const showTime = () => {
    const { currentTime = 0 } = player.current ?? {};
    if (line.current) line.current.style.left = `${(100 * currentTime) / (duration || 1)}%`;
  };
  // The player below offers the same by keyboard.
  const seek = ({ clientX, currentTarget }: React.PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (player.current) player.current.currentTime = ((clientX - left) / width) * duration;
  };
  return (
    <div className="sound-result">
      <div className="sound-wave" style={{ height: HEIGHT }} onPointerDown={seek}>
        <Waveform url={url} duration={duration} height={HEIGHT} />
        <span ref={line} className="sound-line" />
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: the words of the audio are unknown. */}
      <audio
        ref={player}
        src={url}
        controls
        preload="metadata"
        aria-label={shownTitleOf(video)}
        onTimeUpdate={showTime}
        onSeeking={showTime}
      />
    </div>
  );
}
