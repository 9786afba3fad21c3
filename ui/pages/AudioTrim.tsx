import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { ChosenAudio } from '../../engine/edit/audio.ts';
import type { TrimWindow } from '../../engine/edit/trimWindow.ts';
import { messages } from '../../engine/project/messages.ts';
import { useTitle } from '../components/useTitle.ts';
import { fileNameOf } from '../state/media.ts';
import { showError } from '../state/notices.ts';
import { chooseAudio, chooseSampleAudio } from '../studio/audio/chooseAudio.ts';
import { giveToStudio } from '../studio/audio/giveToStudio.ts';
import { SoundDesk } from '../studio/audio/SoundDesk.tsx';
import { UploadWidget } from '../studio/UploadWidget.tsx';
import { returnPathOf } from './returnPath.ts';

/**
 * Route /editor/trimmer: an audio file is chosen and trimmed outside of the Studio (studio spec §2), and put into its
 * project. `editorPath` says where to go then; without one that is the Studio's audio.
 */
export default function AudioTrim() {
  const path = returnPathOf(useSearch(), location.origin);
  const [audio, setAudio] = useState<ChosenAudio>();
  useTitle('Trim audio');
  useEffect(() => {
    if (path !== undefined) return;
    showError(messages.trimNowhere);
    navigate('/', { replace: true });
  }, [path]);
  const take = (chosen: ChosenAudio | undefined) => chosen && setAudio(chosen);
  useAudioDrop((files) => void chooseAudio(files).then(take));
  if (path === undefined) return null;
  const save = async (chosen: TrimWindow, measured: number) => {
    if (!audio) return;
    const isTaken = await giveToStudio({ ...audio, duration: measured }, chosen, path);
    navigate(isTaken ? path : '/');
  };
  return (
    <article className="audio-trim-page">
      <header>
        <h1 tabIndex={-1}>Trim audio</h1>
        {audio && (
          <p className="soft">
            {fileNameOf(audio.url)}{' '}
            <button type="button" className="text-button" onClick={() => setAudio(undefined)}>
              Choose another file
            </button>
          </p>
        )}
      </header>
      <div className="panel audio-trim-place">
        {audio ? (
          <SoundDesk
            key={audio.url}
            url={audio.url}
            duration={audio.duration}
            kept={{ start: 0, end: audio.duration ?? 0 }}
            onSave={(chosen, measured) => void save(chosen, measured)}
            onCancel={() => navigate(path)}
          />
        ) : (
          <UploadWidget
            multiple={false}
            label="Click to upload audio"
            accept="audio/*,video/*"
            onFiles={(files) => void chooseAudio(files).then(take)}
            onSample={() => void chooseSampleAudio().then(take)}
          />
        )}
      </div>
    </article>
  );
}

/** Takes files that are dropped anywhere on the page. */
function useAudioDrop(onFiles: (files: File[]) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it does the same at each drawing.
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), { signal });
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        onFiles([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    return () => ending.abort();
  }, []);
}
