import { Music, Scissors, Trash2, TriangleAlert, Volume2, VolumeX } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { isLoopDisabled } from '../../../engine/edit/audioLoop.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { AudioTrack, Project } from '../../../engine/project/project.ts';
import { audioSpan } from '../../../engine/timeline/durations.ts';
import { fileNameOf } from '../../state/media.ts';
import { RangeField } from '../controls/RangeField.tsx';
import { Switch } from '../controls/Switch.tsx';
import { endStep } from '../state/studio.ts';
import { mediaTable } from '../store/mediaTable.ts';
import { retryUpload } from '../store/uploads.ts';
import { uploadWords } from '../store/uploadWords.ts';
import { useIsThere } from '../timeline/FilmStrip.tsx';
import { secondsWords } from '../timeline/trimmable.ts';
import { openWork } from '../trim/leave.ts';
import { AudioStart } from './AudioStart.tsx';
import { dropAudio, loopAudio, muteAudio, soundAudio } from './track.ts';

interface Props {
  project: Project;
  audio: AudioTrack;
}

/** Longest fade that the slider offers, seconds. */
const MOST_FADE = 10;

/** What can be done with the audio track (studio spec §2). */
export function AudioPanel({ project, audio }: Props) {
  return (
    <>
      <header className="audio-head">
        <Music aria-hidden="true" />
        <AudioFile url={audio.url} />
        <button type="button" className="button quiet" onClick={dropAudio}>
          <Trash2 aria-hidden="true" />
          Remove
        </button>
      </header>
      <Warnings project={project} url={audio.url} />
      <AudioStart project={project} audio={audio} />
      <TrimLink audio={audio} />
      <Switch
        label="Loop audio"
        hint={loopHint(project)}
        on={audio.loop}
        disabled={isLoopDisabled(project)}
        onChange={loopAudio}
      />
      <Loudness audio={audio} />
      <p className="audio-help soft small">
        The audio plays over all scenes, beside the sound of videos, and ends with the video at the latest.
      </p>
    </>
  );
}

/** Its name, and how far it has travelled to the server. */
function AudioFile({ url }: { url: string }) {
  const { byUrl } = useSnapshot(mediaTable);
  const entry = byUrl[url];
  const words = entry && entry.state !== 'uploaded' ? uploadWords([entry]) : '';
  return (
    <div className="audio-file">
      <h2 title={entry?.name}>{entry?.name ?? fileNameOf(url)}</h2>
      <p className="soft small" role="status">
        {entry?.state === 'failed' ? (
          <>
            {entry.refusal ?? messages.uploadFailed}{' '}
            <button type="button" className="text-button" onClick={() => retryUpload(url)}>
              Try again
            </button>
          </>
        ) : (
          words
        )}
      </p>
    </div>
  );
}

function Warnings({ project, url }: { project: Project; url: string }) {
  const isThere = useIsThere(url);
  const sentences = [
    ...(isThere ? [] : ['The file of this audio is not in this browser any more. Please remove it and add it again.']),
    ...(project.videoType === 'gif' ? [messages.gifHasNoSound] : []),
  ];
  return (
    <div className="audio-warnings" role="status">
      {sentences.map((sentence) => (
        <p key={sentence}>
          <TriangleAlert aria-hidden="true" />
          {sentence}
        </p>
      ))}
    </div>
  );
}

function TrimLink({ audio }: { audio: AudioTrack }) {
  const { start, end } = audioSpan(audio);
  return (
    <button type="button" className="button plain audio-trim" onClick={() => openWork('audio-trimmer')}>
      <Scissors aria-hidden="true" />
      {audio.isTrimmed ? (
        <span>
          Audio trimmed{' '}
          <span className="numbers soft">
            {secondsWords(start)} – {secondsWords(end)}
          </span>
        </span>
      ) : (
        'Trim audio'
      )}
    </button>
  );
}

function loopHint(project: Project): string {
  return isLoopDisabled(project)
    ? 'The audio lasts to the end of the video already.'
    : 'It starts over until the video ends.';
}

function Loudness({ audio: { volume, fadeIn, fadeOut, isMuted } }: { audio: AudioTrack }) {
  const Icon = isMuted ? VolumeX : Volume2;
  return (
    <div className="audio-sound">
      <button type="button" className="button plain" aria-pressed={isMuted} onClick={muteAudio}>
        <Icon aria-hidden="true" />
        {isMuted ? 'Unmute' : 'Mute'}
      </button>
      <RangeField
        label="Volume"
        value={volume}
        max={2}
        keys={{ coarse: 0.05, fine: 0.01 }}
        words={isMuted ? 'Muted' : `${Math.round(100 * volume)}%`}
        disabled={isMuted}
        onChange={(value) => soundAudio({ volume: value })}
        onEnd={endStep}
      />
      <Fade label="Fade in" value={fadeIn} onChange={(value) => soundAudio({ fadeIn: value })} />
      <Fade label="Fade out" value={fadeOut} onChange={(value) => soundAudio({ fadeOut: value })} />
    </div>
  );
}

function Fade({ label, value, onChange }: { label: string; value: number; onChange: (seconds: number) => void }) {
  return (
    <RangeField
      label={label}
      value={value}
      max={Math.max(MOST_FADE, value)}
      step={0.1}
      keys={{ coarse: 0.1 }}
      words={value > 0 ? secondsWords(value) : 'None'}
      onChange={onChange}
      onEnd={endStep}
    />
  );
}
