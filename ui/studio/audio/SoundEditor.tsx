import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { TrimWindow } from '../../../engine/edit/trimWindow.ts';
import { messages } from '../../../engine/project/messages.ts';
import { heardUrlOf } from '../../media/audioTracks.ts';
import { useIsThere } from '../../media/useIsThere.ts';
import { useTrack } from '../../media/useTrack.ts';
import { Waveform } from '../strips/Waveform.tsx';
import { Instead } from '../trim/Instead.tsx';
import { TrimEditor } from '../trim/TrimEditor.tsx';
import { createTrimPlayer } from '../trim/trimPlayer.ts';
import { usePlayed } from '../trim/usePlayed.ts';

interface Props {
  /** As a project names the file. */
  url: string;
  /** Which of its audio tracks, from 1; undefined: its own choice. */
  audioTrack?: number | undefined;
  /** Length of the file in seconds, where it is known. */
  duration?: number | undefined;
  /** What is kept now; an empty window stands for all of it. */
  kept: TrimWindow;
  /** Takes what was chosen. @param measured length of the file, seconds. */
  onSave: (chosen: TrimWindow, measured: number) => void;
  onCancel: () => void;
}

/** Height of the waveform, CSS pixels. */
const WAVE_HEIGHT = 120;

/** What chooses the kept part of a sound. */
export function SoundEditor({ url, audioTrack, duration: known, kept, onSave, onCancel }: Props) {
  const place = useRef<HTMLElement>(null);
  const element = useRef<HTMLAudioElement>(null);
  const [player] = useState(createTrimPlayer);
  const { phase, duration: told } = useSnapshot(player.state);
  const isThere = useIsThere(url);
  // Read, so that the track is taken as soon as it is made.
  useTrack(url, audioTrack);
  const address = isThere ? (heardUrlOf(url, audioTrack) ?? '') : '';
  usePlayed(player, element, address);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const duration = known || told;
  return (
    <section className="trimmer is-sound" ref={place} tabIndex={-1} aria-label="Trim audio">
      {address === '' ? (
        <Instead
          words="The file of this audio is not in this browser any more. Please add it again."
          {...{ onCancel }}
        />
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
            <Instead words={phase === 'loading' ? messages.uploadBegins : messages.audioMissing} {...{ onCancel }} />
          )}
        </>
      )}
    </section>
  );
}
