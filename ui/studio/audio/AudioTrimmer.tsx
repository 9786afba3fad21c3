import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { trimAudio } from '../../../engine/edit/audio.ts';
import { audioSpan } from '../../../engine/timeline/durations.ts';
import { showError } from '../../state/notices.ts';
import { pathOf } from '../state/go.ts';
import { leaveFor } from '../state/leave.ts';
import { pause } from '../state/playback.ts';
import { change, endStep, studio } from '../state/studio.ts';
import { AudioTrimEditor } from './AudioTrimEditor.tsx';

/** Route audio-trimmer: trims the audio track, then returns to the audio screen. */
export default function AudioTrimmer() {
  const { audio } = useSnapshot(studio).project;
  useEffect(() => pause(), []);
  const hasAudio = audio !== null;
  useEffect(() => {
    if (!hasAudio) leave();
  }, [hasAudio]);
  if (!audio) return null;
  return (
    <AudioTrimEditor
      key={audio.url}
      url={audio.url}
      audioTrack={audio.audioTrack}
      duration={audio.duration}
      kept={audioSpan(audio)}
      onSave={({ start, end }, measured) => {
        const trimmed = trimAudio(studio.project, start, end, measured);
        if (!trimmed.ok) return showError(trimmed.problems[0]?.message);
        endStep();
        change(() => trimmed.value);
        leave();
      }}
      onCancel={leave}
    />
  );
}

function leave(): void {
  leaveFor(pathOf('audio'), 'audio-trimmer');
}
