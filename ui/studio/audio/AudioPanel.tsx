import { MapPin, Music, Scissors, Trash2, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';
import { isLoopDisabled } from '../../../engine/edit/audioLoop.ts';
import { chooseAudioTrack } from '../../../engine/edit/audioTracks.ts';
import { messages } from '../../../engine/project/messages.ts';
import { isAnimation, isGif } from '../../../engine/project/output.ts';
import type { AudioTrack, Project } from '../../../engine/project/project.ts';
import { audioSpan } from '../../../engine/timeline/durations.ts';
import { audioProblems } from '../../../engine/timeline/submitProblems.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { focusTarget } from '../../app/focus.ts';
import { mediaTable } from '../../client/media/mediaTable.ts';
import { fileNameOf } from '../../client/media/references.ts';
import { RangeField } from '../../kit/RangeField.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { TimeField } from '../../kit/TimeField.tsx';
import { lengthInWords, secondsWords, UNREADABLE_TIME } from '../../kit/words.ts';
import { AudioLane, LaneMark } from '../../media/AudioLane.tsx';
import { AudioTrackMenu } from '../../media/AudioTrackMenu.tsx';
import { UploadState } from '../../media/UploadState.tsx';
import { useIsAvailable } from '../../media/useMedia.ts';
import { Beats } from '../beats/Beats.tsx';
import { Ducking } from '../effects/Ducking.tsx';
import { Loudness } from '../effects/Loudness.tsx';
import { SoundEffects } from '../effects/SoundEffects.tsx';
import { openWork } from '../state/go.ts';
import { shownTime } from '../state/playback.ts';
import { change, endStep } from '../state/studio.ts';
import { useShownTime } from '../state/useShownTime.ts';
import {
  audioLengthWords,
  changeAudioEffects,
  loopAudio,
  moveAudio,
  muteAudio,
  removeAudioTrack,
  setAudioLevels,
  setDucking,
  startRange,
} from './audioTrack.ts';

interface Props {
  project: Project;
  audio: AudioTrack;
}

/** The controls of the audio track. */
export function AudioPanel({ project, audio }: Props) {
  const { start, end } = audioSpan(audio);
  return (
    <>
      <header className="row audio-head">
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
      <div className="stack-2 effect-panel">
        <AudioTrackMenu
          url={audio.url}
          chosen={audio.audioTrack}
          onChange={(track) => change((project) => chooseAudioTrack(project, track))}
        />
        <Loudness sound={audio} length={end - start} onChange={setAudioLevels} onMute={muteAudio} />
        <SoundEffects sounds={[audio]} onChange={changeAudioEffects} />
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
    <div className="grow audio-file">
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
    ...(isGif(project) ? [messages.gifHasNoSound] : isAnimation(project) ? [messages.animationHasNoSound] : []),
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

interface AudioStartProps {
  project: Project;
  audio: AudioTrack;
}

/** Sets when the audio track starts in the video: by a slider, a time field, or a button for the current time. */
function AudioStart({ project, audio }: AudioStartProps) {
  const { isUnreadable } = useSnapshot(startField);
  const { startTime } = audio;
  const refusal = audioStartError(project, isUnreadable);
  const total = Math.max(startRange(project), 0.01);
  const move = (seconds: number) => {
    startField.isUnreadable = Number.isNaN(seconds);
    if (!Number.isNaN(seconds)) moveAudio(seconds);
  };
  useEffect(() => {
    startField.isUnreadable = false;
  }, []);
  return (
    <div className="audio-start">
      <p className="audio-start-words">
        Audio will start at <strong className="numbers">{timecode(startTime)}</strong>
      </p>
      <AudioLane {...{ project, audio, total }}>
        <Now total={total} />
      </AudioLane>
      <RangeField
        label="Audio start"
        shown={false}
        value={startTime}
        max={startRange(project)}
        keys={{ coarse: 0.1, fine: 0.03 }}
        words={timecode(startTime)}
        onChange={move}
        onEnd={endStep}
      />
      <div className="wrap audio-start-row">
        <TimeField
          ref={focusTarget('audio-start')}
          label="Start time"
          value={isUnreadable ? Number.NaN : startTime}
          onChange={move}
          onStep={(by) => move(startTime + by)}
          onEnd={endStep}
          refusedBy={refusal && 'audio-start-refusal'}
        />
        <button
          type="button"
          className="button quiet"
          title="Start at the current time of the video"
          onClick={() => {
            move(shownTime());
            endStep();
          }}
        >
          <MapPin aria-hidden="true" />
          Start here
        </button>
      </div>
      <p id="audio-start-refusal" className="small refusal" role="status">
        {refusal}
      </p>
    </div>
  );
}

function Now({ total }: { total: number }) {
  return <LaneMark at={useShownTime()} total={total} />;
}

/** State of the field for the audio's start. */
export const startField = proxy({ isUnreadable: false });

/** The error of the audio's start, as a sentence; undefined if it is valid. */
export function audioStartError(project: Project, isUnreadable: boolean): string | undefined {
  if (isUnreadable) return UNREADABLE_TIME;
  return audioProblems(project).find(({ message }) => message === messages.audioStartTooLate)?.message;
}
