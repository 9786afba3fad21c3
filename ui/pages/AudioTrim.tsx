import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import { type ChosenAudio, setAudio, trimAudio } from '../../engine/edit/audio.ts';
import type { TrimWindow } from '../../engine/edit/trimWindow.ts';
import { messages } from '../../engine/project/messages.ts';
import { place } from '../app/place.ts';
import { screenAt } from '../app/screens.ts';
import { cancelAudioImport, importAudioFile, importLinkAudio, importSampleAudio } from '../client/media/importAudio.ts';
import { fileNameOf } from '../client/media/references.ts';
import { showError, showFailure, showNote } from '../client/page/notices.ts';
import { type Changed, editLastProject } from '../client/projects/editLastProject.ts';
import { useFocusHandover } from '../kit/hooks.ts';
import { DropTarget } from '../media/DropTarget.tsx';
import { UploadBusy } from '../media/UploadBusy.tsx';
import { UploadWidget } from '../media/UploadWidget.tsx';
import { AudioTrimEditor } from '../player/AudioTrimEditor.tsx';
import { ToolFrame } from '../tools/ToolFrame.tsx';
import '../player/player.css';

/**
 * Route /editor/trimmer: chooses and trims an audio file outside of the Studio, and adds it to the Studio's project.
 * `editorPath` is the page to return to; without it, this page redirects to the home page.
 */
export function AudioTrim() {
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

/**
 * Sets a trimmed file as the audio track of the project that is, or was last, open in the Studio.
 * @param path of the next page.
 * @returns false if there is no such project; shows an error then.
 * @throws Error if the browser stores nothing.
 */
async function giveAudio(chosen: ChosenAudio, { start, end }: TrimWindow, path: string): Promise<boolean> {
  const changed = await editLastProject((project) => {
    const trimmed = trimAudio(setAudio(project, chosen), start, end, chosen.duration);
    return trimmed.ok ? trimmed.value : undefined;
  });
  if (changed) notifyChange(changed, path);
  else showError(messages.trimNowhere);
  return changed !== undefined;
}

function notifyChange(changed: Changed, path: string): void {
  const { audio } = changed.before;
  if (audio) {
    const undo = { action: { label: 'Undo', run: () => void revert(changed).catch(showFailure) } };
    showNote('The audio of your project was replaced.', changed.isListed ? undo : {});
  } else if (screenAt(path) === undefined) {
    const open = { label: 'Open', run: () => navigate('/studio/editor/audio') };
    showNote('The audio was added to your Studio project.', { action: open });
  }
}

/** Restores the project's previous audio; later changes of the project stay. */
async function revert({ projectId, before: { audio } }: Changed): Promise<void> {
  await editLastProject((project, id) => (id === projectId ? { ...project, audio } : undefined));
}

/**
 * Returns the page to navigate to after a trim.
 * @param search query of the page, with or without its question mark. @param origin of this site.
 * @returns undefined without an `editorPath`, and if it is not a page of this site, to prevent open redirects.
 */
export function returnPathOf(search: string, origin: string): string | undefined {
  const path = new URLSearchParams(search).get('editorPath') ?? '';
  // Browsers treat "//other.site" and "/\other.site" as URLs of other sites.
  if (!/^\/(?![/\\])[^\\\s]*$/.test(path)) return undefined;
  const address = URL.canParse(path, origin) ? new URL(path, origin) : undefined;
  if (address?.origin !== origin) return undefined;
  const { pathname, search: query, hash } = address;
  return isPage(pathname) ? pathname + query + hash : undefined;
}

function isPage(pathname: string): boolean {
  return pathname === '/' || /^\/videos\/[\w-]+$/.test(pathname) || screenAt(pathname) !== undefined;
}
