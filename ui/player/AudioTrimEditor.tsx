import { useEffect, useRef, useState } from 'react';
import { createSourcePlayer } from '../../engine/browser/player/sourcePlayer.ts';
import type { TrimWindow } from '../../engine/edit/trimWindow.ts';
import { messages } from '../../engine/project/messages.ts';
import { playedUrlOf } from '../client/media/audioTracks.ts';
import { useIsAvailable, useTrack } from '../media/useMedia.ts';
import { Waveform } from '../media/Waveform.tsx';
import { TrimEditor, TrimUnavailable, useAttachedMedia, usePlayed } from './TrimEditor.tsx';

interface Props {
  /** The URL in the project. */
  url: string;
  /** Which of its audio tracks, from 1; undefined: its own choice. */
  audioTrack?: number | undefined;
  /** Length of the file in seconds, where it is known. */
  duration?: number | undefined;
  /** The current trim; an empty span means the whole file. */
  kept: TrimWindow;
  /** Called with the chosen span. @param measured duration of the file, in seconds. */
  onSave: (chosen: TrimWindow, measured: number) => void;
  onCancel: () => void;
}

/** Height of the waveform, in CSS pixels. */
const WAVE_HEIGHT = 120;

/** What chooses the kept part of a sound. */
export function AudioTrimEditor({ url, audioTrack, duration: known, kept, onSave, onCancel }: Props) {
  const place = useRef<HTMLElement>(null);
  const element = useRef<HTMLAudioElement>(null);
  const [player] = useState(createSourcePlayer);
  const phase = usePlayed(player, 'phase');
  const statedDuration = usePlayed(player, 'duration');
  const isThere = useIsAvailable(url);
  // Read, so that the track is taken as soon as it is made.
  useTrack(url, audioTrack);
  const address = isThere ? (playedUrlOf(url, audioTrack) ?? '') : '';
  useAttachedMedia(player, element, address);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const duration = known || statedDuration;
  return (
    <section className="stack-2 trimmer is-sound" ref={place} tabIndex={-1} aria-label="Trim audio">
      {address === '' ? (
        <TrimUnavailable words="This browser no longer has the file for this audio. Add it again." {...{ onCancel }} />
      ) : (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: it is the work itself. */}
          <audio ref={element} key={address} src={address} preload="auto" />
          {phase === 'failed' && <p className="trim-words soft">This browser cannot play this audio.</p>}
          {duration > 0 ? (
            <TrimEditor
              kind="audio"
              {...{ player, duration, onCancel }}
              kept={kept.end > kept.start ? kept : { start: 0, end: duration }}
              onSave={(chosen) => onSave(chosen, duration)}
            >
              <Waveform {...{ url, audioTrack, duration }} height={WAVE_HEIGHT} />
            </TrimEditor>
          ) : (
            <TrimUnavailable
              words={phase === 'loading' ? messages.uploadBegins : messages.audioMissing}
              {...{ onCancel }}
            />
          )}
        </>
      )}
    </section>
  );
}
