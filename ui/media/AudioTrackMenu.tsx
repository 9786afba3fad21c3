import { useEffect, useId } from 'react';
import type { AudioTrackFacts } from '../../engine/project/media.ts';
import { type KnownTracks, playedUrlOf } from '../client/media/audioTracks.ts';
import { locale, own } from '../client/page/t.ts';
import { useTrack } from './useMedia.ts';
import './media.css';

interface Props {
  /** Media reference of the file. */
  url: string;
  /** Chosen track, one-based; undefined for the file's default. */
  chosen: number | undefined;
  /** Problem of the choice, if any. */
  refusal?: string;
  onChange: (track: number | undefined) => void;
}

/** Selects an audio track of a file. Renders nothing for a file with one track. */
export function AudioTrackMenu({ url, chosen, refusal = '', onChange }: Props) {
  const id = useId();
  const { known, track, isPlayed, path } = useTrack(url, chosen);
  // Asking for it has the server begin, before anything is played.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the file is uploaded there is something to ask for.
  useEffect(() => void playedUrlOf(url, chosen), [url, track, path]);
  if (!known || track === undefined) return null;
  return (
    <div className="stack-half tool-field audio-track">
      <label htmlFor={id}>Audio track</label>
      <select
        id={id}
        className="select"
        value={chosen ?? ''}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      >
        <option value="">{`Default: ${trackWords(known, known.usual)}`}</option>
        {known.tracks.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of tracks never changes.
          <option key={index} value={index + 1}>
            {trackWords(known, index + 1)}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className={refusal ? 'refusal small' : 'soft small'}>
        {refusal || hintOf(isPlayed, track)}
      </p>
    </div>
  );
}

function hintOf(isPlayed: boolean, track: number): string {
  if (!isPlayed) return 'The preview plays another audio track until the server has prepared this one.';
  return track === 1 ? '' : 'Only the server can create a result with this audio track.';
}

function trackWords({ tracks }: KnownTracks, number: number): string {
  const { language = '', title = '' } = (tracks[number - 1] ?? {}) as Partial<AudioTrackFacts>;
  const about = [languageWords(language), title].filter(Boolean).map(own).join(', ');
  return about === '' ? `Track ${number}` : `Track ${number}: ${about}`;
}

/** Returns a language's name in the page's language. @param code of ISO 639-2. */
function languageWords(code: string): string {
  if (!/^[a-z]{2,3}$/.test(code)) return '';
  try {
    return new Intl.DisplayNames(locale('en'), { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
