import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import type { ChosenAudio } from '../../engine/edit/audio.ts';
import type { TrimWindow } from '../../engine/edit/trimWindow.ts';
import { messages } from '../../engine/project/messages.ts';
import { DropTarget } from '../components/DropTarget.tsx';
import { useFocusHandover } from '../components/useFocusHandover.ts';
import { cancelAudioImport, importAudioFile, importLinkAudio, importSampleAudio } from '../media/importAudio.ts';
import { fileNameOf } from '../media/references.ts';
import { UploadBusy } from '../media/UploadBusy.tsx';
import { UploadWidget } from '../media/UploadWidget.tsx';
import { showError, showFailure } from '../state/notices.ts';
import { place } from '../state/place.ts';
import { AudioTrimEditor } from '../studio/audio/AudioTrimEditor.tsx';
import { ToolFrame } from '../tools/ToolFrame.tsx';
import { giveAudio } from './giveAudio.ts';
import { returnPathOf } from './returnPath.ts';
import '../studio/trim/trim.css';

/**
 * Route /editor/trimmer: chooses and trims an audio file outside of the Studio, and adds it to the Studio's project.
 * `editorPath` is the page to return to; without it, this page redirects to the home page.
 */
export default function AudioTrim() {
  const path = returnPathOf(useSnapshot(place).search, location.origin);
  useEffect(() => {
    if (path !== undefined) return;
    showError(messages.trimNowhere);
    navigate('/', { replace: true });
  }, [path]);
  return path === undefined ? null : <Trimming path={path} />;
}

function Trimming({ path }: { path: string }) {
  const [audio, setAudio] = useState<ChosenAudio>();
  const place = useRef<HTMLDivElement>(null);
  const save = useSave(path);
  const importFiles = (files: readonly File[]) => void importAudioFile(files, setAudio);
  useEffect(() => cancelAudioImport, []);
  const inPlace = (selector: string) => () => place.current?.querySelector<HTMLElement>(selector);
  return (
    <ToolFrame title="Trim audio" summary="Cut audio to the part you want.">
      <DropTarget title="Drop to start" words="Audio to trim" onFiles={importFiles} />
      {audio && <Chosen url={audio.url} onOther={() => setAudio(undefined)} next={inPlace('button')} />}
      <div className="panel audio-trim-place" ref={place}>
        {audio ? (
          <>
            <AudioTrimEditor
              key={audio.url}
              url={audio.url}
              duration={audio.duration}
              kept={{ start: 0, end: audio.duration ?? 0 }}
              onSave={(chosen, measured) => void save({ ...audio, duration: measured }, chosen)}
              onCancel={() => navigate(path)}
            />
            <UploadBusy next={inPlace('.trimmer')} />
          </>
        ) : (
          <UploadWidget
            multiple={false}
            label="Click to upload audio"
            accept="audio/*,video/*"
            onFiles={importFiles}
            onLink={(pasted) => void importLinkAudio(pasted, setAudio)}
            onSample={() => void importSampleAudio(setAudio)}
          />
        )}
      </div>
    </ToolFrame>
  );
}

interface ChosenProps {
  url: string;
  onOther: () => void;
  /** Returns the element to focus when another file is to be chosen. */
  next: () => HTMLElement | null | undefined;
}

function Chosen({ url, onOther, next }: ChosenProps) {
  const place = useRef<HTMLParagraphElement>(null);
  useFocusHandover(place, next);
  return (
    <p className="soft" ref={place}>
      {fileNameOf(url)}{' '}
      <button type="button" className="text-button" onClick={onOther}>
        Choose another file
      </button>
    </p>
  );
}

/** Adds trimmed audio to the Studio's project, once, and navigates on. Reports failures. */
function useSave(path: string): (audio: ChosenAudio, chosen: TrimWindow) => Promise<void> {
  const isBusy = useRef(false);
  return async (audio, chosen) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const isTaken = await giveAudio(audio, chosen, path);
      navigate(isTaken ? path : '/');
    } catch (error) {
      showFailure(error);
    } finally {
      isBusy.current = false;
    }
  };
}
