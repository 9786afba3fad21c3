import { Music, Scissors, Trash2, TriangleAlert } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { isLoopDisabled } from '../../../engine/edit/audioLoop.ts';
import { chooseAudioTrack } from '../../../engine/edit/audioTracks.ts';
import { messages } from '../../../engine/project/messages.ts';
import { isAnimation, isGif } from '../../../engine/project/output.ts';
import type { AudioTrack, Project } from '../../../engine/project/project.ts';
import { audioSpan } from '../../../engine/timeline/durations.ts';
import { lengthInWords } from '../../components/words.ts';
import { AudioTrackMenu } from '../../media/AudioTrackMenu.tsx';
import { mediaTable } from '../../media/mediaTable.ts';
import { fileNameOf } from '../../media/references.ts';
import { UploadState } from '../../media/UploadState.tsx';
import { useIsAvailable } from '../../media/useIsThere.ts';
import { focusTarget } from '../../state/focus.ts';
import { Beats } from '../beats/Beats.tsx';
import { Switch } from '../controls/Switch.tsx';
import { secondsWords } from '../controls/secondsWords.ts';
import { Ducking } from '../effects/Ducking.tsx';
import { Loudness } from '../effects/Loudness.tsx';
import { openWork } from '../state/go.ts';
import { change } from '../state/studio.ts';
import { AudioStart } from './AudioStart.tsx';
import { audioLengthWords, loopAudio, muteAudio, removeAudioTrack, setAudioLevels, setDucking } from './audioTrack.ts';

interface Props {
  project: Project;
  audio: AudioTrack;
}

/** The controls of the audio track. */
export function AudioPanel({ project, audio }: Props) {
  const { start, end } = audioSpan(audio);
  return (
    <>
      <header className="audio-head">
        <Music aria-hidden="true" />
        <AudioFile audio={audio} />
        <button type="button" className="button quiet" onClick={removeAudioTrack}>
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
      <div className="effect-panel">
        <AudioTrackMenu
          url={audio.url}
          chosen={audio.audioTrack}
          onChange={(track) => change((project) => chooseAudioTrack(project, track))}
        />
        <Loudness sound={audio} length={end - start} onChange={setAudioLevels} onMute={muteAudio} />
        <Ducking ducking={audio.ducking} onChange={setDucking} />
        <Beats project={project} sounds={[audio]} />
      </div>
      <p className="audio-help soft small">
        The audio plays over all scenes, mixed with the audio of videos, and ends with the video at the latest.
      </p>
    </>
  );
}

/** File name, then upload progress or the duration. */
function AudioFile({ audio: { url, duration = 0 } }: { audio: AudioTrack }) {
  const { byUrl } = useSnapshot(mediaTable);
  const entry = byUrl[url];
  const length = duration > 0 ? lengthInWords(duration) : '';
  return (
    <div className="audio-file">
      <h2 translate="no" title={entry?.name}>
        {entry?.name ?? fileNameOf(url)}
      </h2>
      <p className="soft small" role="status">
        <UploadState url={url} rest={length} />
      </p>
    </div>
  );
}

function Warnings({ project, url }: { project: Project; url: string }) {
  const isThere = useIsAvailable(url);
  const sentences = [
    ...(isThere ? [] : ['This browser no longer has the file for this audio. Remove the audio and add it again.']),
    ...(isGif(project) ? [messages.gifHasNoSound] : isAnimation(project) ? [messages.webpHasNoSound] : []),
    audioLengthWords(project) ?? [],
  ].flat();
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
    <button
      ref={focusTarget('audio-trimmer')}
      type="button"
      className="button plain audio-trim"
      onClick={() => openWork('audio-trimmer')}
    >
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
    ? 'The audio already lasts until the end of the video.'
    : 'Repeats until the video ends.';
}
