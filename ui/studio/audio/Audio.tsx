import { Mic } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { trimAudio } from '../../../engine/edit/audio.ts';
import { messages } from '../../../engine/project/messages.ts';
import { audioSpan } from '../../../engine/timeline/durations.ts';
import { audioProblems } from '../../../engine/timeline/submitProblems.ts';
import { focusOn } from '../../app/focus.ts';
import { useWorkKeys } from '../../app/useWorkKeys.ts';
import { cancelAudioImport, importLinkAudio, importSampleAudio } from '../../client/media/importAudio.ts';
import { localUrlOf } from '../../client/media/mediaTable.ts';
import { showError } from '../../client/page/notices.ts';
import { UploadBusy } from '../../media/UploadBusy.tsx';
import { UploadWidget } from '../../media/UploadWidget.tsx';
import { AudioTrimEditor } from '../../player/AudioTrimEditor.tsx';
import { CanvasPreview } from '../stage/CanvasPreview.tsx';
import { PlayBar } from '../stage/PlayBar.tsx';
import { intoProject } from '../state/addFiles.ts';
import { EDITOR, leaveFor, openSheet, pathOf } from '../state/go.ts';
import { pause } from '../state/playback.ts';
import { change, endStep, studio } from '../state/studio.ts';
import { AudioPanel, audioStartError, startField } from './AudioPanel.tsx';
import { chooseAudio, setAudioTrack } from './audioTrack.ts';
import '../style/audio.css';

/** Route audio: the audio track of the whole video and its start. Changes apply at once. */
export function Audio() {
  const { project } = useSnapshot(studio);
  const panel = useRef<HTMLElement>(null);
  const { audio } = project;
  useWorkKeys({ escape: leaveAudio });
  useEffect(() => pause, []);
  useEffect(() => cancelAudioImport, []);
  return (
    <div className="audio-work">
      <div className="audio-video">
        <CanvasPreview />
        <PlayBar />
      </div>
      <section className="audio-panel" ref={panel} tabIndex={-1} aria-label="Audio">
        {audio ? (
          <AudioPanel project={project} audio={audio} />
        ) : (
          <UploadWidget
            multiple={false}
            label="Click to upload audio"
            accept="audio/*,video/*"
            onFiles={(files) => chooseAudio(files)}
            onLink={(pasted) => void importLinkAudio(pasted, intoProject(setAudioTrack))}
            onSample={() => void importSampleAudio(intoProject(setAudioTrack))}
          />
        )}
        <button type="button" className="button plain audio-voice" onClick={() => openSheet('voice-over')}>
          <Mic aria-hidden="true" />
          Record a voice-over
        </button>
        <div className="audio-foot">
          {audio && <UploadBusy next={() => panel.current} />}
          <button type="button" className="button primary large audio-add" onClick={addAudio}>
            Add Audio
          </button>
        </div>
      </section>
    </div>
  );
}

/** Handler of Escape: returns to the editor without checking the audio. */
export function leaveAudio(): void {
  pause();
  endStep();
  leaveFor(EDITOR, 'audio');
}

/**
 * Handler of DONE: returns to the editor if the start is valid. Audio without duration is only reported, since nothing
 * on this screen can fix it.
 */
export function finishAudio(): void {
  if (audioStartError(studio.project, startField.isUnreadable)) {
    focusOn('audio-start');
    return;
  }
  const [problem] = audioProblems(studio.project);
  if (problem) showError(problem.message);
  leaveAudio();
}

/** Handler of "Add Audio": like DONE, but requires an audio file that exists and has a duration. */
export function addAudio(): void {
  const { audio } = studio.project;
  const isThere = audio !== null && localUrlOf(audio.url) !== undefined;
  const hasLength = audioProblems(studio.project)[0]?.message !== messages.audioMissing;
  if (isThere && hasLength) finishAudio();
  else showError(messages.audioMissing);
}

/** Route audio-trimmer: trims the audio track, then returns to the audio screen. */
export function AudioTrimmer() {
  const { audio } = useSnapshot(studio).project;
  const hasAudio = audio !== null;
  useEffect(() => pause(), []);
  useEffect(() => {
    if (!hasAudio) closeTrimmer();
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
        closeTrimmer();
      }}
      onCancel={closeTrimmer}
    />
  );
}

function closeTrimmer(): void {
  leaveFor(pathOf('audio'), 'audio-trimmer');
}
