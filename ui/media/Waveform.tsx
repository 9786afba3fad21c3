import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Wave } from '../../engine/browser/strips/waveform.ts';
import { peaksOver } from '../../engine/timeline/peaks.ts';
import { audioKey } from '../../engine/timeline/soundtrack.ts';
import { foundBeats } from '../client/media/mediaTable.ts';
import { waveforms } from '../client/media/strips.ts';
import { Chunks, type Drawing, type Piece } from './Chunks.tsx';
import { useIsAvailable, useIsUploaded, useTrack } from './useMedia.ts';
import './media.css';

/** A span of audio as a waveform. */
export interface WaveformProps {
  /** The URL in the project, of an audio file or a video with audio. */
  url: string;
  /** Duration of the file in seconds, if known. */
  duration: number;
  /** Which of its audio tracks, from 1; default: the file's own choice. */
  audioTrack?: number | undefined;
  /** The stretch that is shown, seconds of the file; default all of it. */
  from?: number;
  to?: number;
  /** CSS pixels. */
  height: number;
}

/** Width of a bar, and distance to the next one, in CSS pixels. */
const BAR = { width: 2, step: 3 };

const words = {
  none: 'No audio in this file',
  missing: 'This file does not exist',
  long: 'Too long for a waveform',
} as const;

/** How loud a sound is over its time, as wide as its place; a flat line where there is none, with a word why. */
export function Waveform({ url, duration, audioTrack, from = 0, to = duration, height }: WaveformProps) {
  const wave = useWave(url, duration, audioTrack);
  const beats = useSnapshot(foundBeats)[audioKey({ url, audioTrack })];
  const drawing = useMemo<Drawing>(() => {
    const paint: Drawing['paint'] = (ctx, piece) => {
      paintWave(ctx, piece, wave, { from, to });
      if (beats) paintBeats(ctx, piece, beats, { from, to });
    };
    return { paint, wish: () => {} };
  }, [wave, beats, from, to]);
  const word = wave && wave.state !== 'ready' ? words[wave.state] : undefined;
  return (
    <div
      className="waveform"
      data-testid="waveform"
      data-state={wave?.state ?? 'waiting'}
      data-beats={beats?.length || undefined}
    >
      <Chunks drawing={drawing} height={height} />
      {word && <span className="cover strip-word">{word}</span>}
    </div>
  );
}

function useWave(url: string, duration: number, chosen: number | undefined): Wave | undefined {
  const { track = chosen, isPlayed } = useTrack(url, chosen);
  const isThere = useIsAvailable(url);
  const isUploaded = useIsUploaded(url);
  const [wave, setWave] = useState<Wave | undefined>(() => waveforms.waveOf(url, track));
  useEffect(() => {
    const ending = new AbortController();
    if (isThere || isUploaded || isPlayed) waveforms.refresh(url, track);
    setWave(waveforms.waveOf(url, track));
    void waveforms.read(url, duration, ending.signal, track).then((found) => found && setWave(found));
    return () => ending.abort();
  }, [url, duration, track, isThere, isUploaded, isPlayed]);
  return wave;
}

function paintBeats(
  ctx: CanvasRenderingContext2D,
  { x, width, height, whole }: Piece,
  beats: readonly number[],
  { from, to }: { from: number; to: number },
): void {
  if (to <= from) return;
  ctx.fillStyle = getComputedStyle(ctx.canvas).getPropertyValue('--text') || '#20242c';
  for (const beat of beats) {
    const at = ((beat - from) / (to - from)) * whole - x;
    if (beat >= from && beat < to && at > -1 && at < width) ctx.fillRect(Math.round(at), 0, 1, height);
  }
}

function paintWave(
  ctx: CanvasRenderingContext2D,
  { x, width, height, whole }: Piece,
  wave: Wave | undefined,
  { from, to }: { from: number; to: number },
): void {
  if (!wave || whole === 0) return;
  // The accent color is the same in light and dark mode.
  ctx.fillStyle = getComputedStyle(ctx.canvas).getPropertyValue('--accent') || '#5969e2';
  const first = Math.floor(x / BAR.step);
  const count = Math.ceil((x + width) / BAR.step) - first;
  const secondsAt = (bar: number) => from + ((to - from) * bar * BAR.step) / whole;
  const peaks = peaksOver(wave.peaks, secondsAt(first), secondsAt(first + count), count);
  for (let bar = 0; bar < count; bar += 1) {
    const tall = Math.max(1, ((peaks[bar] as number) / 255) * (height - 4));
    ctx.fillRect((first + bar) * BAR.step - x, (height - tall) / 2, BAR.width, tall);
  }
  ctx.canvas.dataset.state = wave.state;
}
