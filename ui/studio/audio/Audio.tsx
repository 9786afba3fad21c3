import { Mic } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { cancelAudioImport, importLinkAudio, importSampleAudio } from '../../media/importAudio.ts';
import { UploadBusy } from '../../media/UploadBusy.tsx';
import { UploadWidget } from '../../media/UploadWidget.tsx';
import { useWorkKeys } from '../shortcuts/useWorkKeys.ts';
import { CanvasPreview } from '../stage/CanvasPreview.tsx';
import { PlayBar } from '../stage/PlayBar.tsx';
import { intoProject } from '../state/addFiles.ts';
import { openSheet } from '../state/go.ts';
import { pause } from '../state/playback.ts';
import { studio } from '../state/studio.ts';
import { AudioPanel } from './AudioPanel.tsx';
import { chooseAudio, setAudioTrack } from './audioTrack.ts';
import { addAudio, leaveAudio } from './finishAudio.ts';
import './audio.css';

/** Route audio: the audio track of the whole video and its start. Changes apply at once. */
export default function Audio() {
  const { project } = useSnapshot(studio);
  const panel = useRef<HTMLElement>(null);
  const { audio } = project;
  const hasAudio = audio !== null;
  useWorkKeys({ escape: leaveAudio });
  useEffect(() => pause, []);
  useEffect(() => cancelAudioImport, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus is gone when the other half is shown.
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [hasAudio]);
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
