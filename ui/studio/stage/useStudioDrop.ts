import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { filesOfDrop, takeDrops } from '../../state/drops.ts';
import { showError, showFailure } from '../../state/notices.ts';
import { place } from '../../state/place.ts';
import { type Screen, type ScreenId, screenOf } from '../screens.ts';
import { addFiles } from '../state/addFiles.ts';
import { homePath, pathOf } from '../state/go.ts';
import { studio } from '../state/studio.ts';

/** How long after files left the window the route of before comes back, milliseconds. */
const RESTORE_MS = 300;

/** Where the editor was before files came over it. */
interface Before {
  path: string;
  screen: ScreenId | undefined;
  state: unknown;
}

/**
 * Files held over the editor open the route drag-upload; when they leave, the route of before comes back; when they are
 * dropped they become layers, or are put in the place of the layer that is being replaced.
 */
export function useStudioDrop(): void {
  useEffect(() => {
    const listeners = new AbortController();
    const drop = createDrop();
    const on = (name: 'dragstart' | 'dragend' | 'dragenter' | 'dragover' | 'dragleave' | 'drop') =>
      addEventListener(name, drop[name], { signal: listeners.signal });
    for (const name of ['dragstart', 'dragend', 'dragenter', 'dragover', 'dragleave', 'drop'] as const) on(name);
    // The project may still be opening: what came before is not put into another one.
    const stop = takeDrops();
    return () => {
      stop();
      listeners.abort();
      drop.end();
    };
  }, []);
}

function createDrop() {
  let before: Before | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Something of the page itself is dragged, such as a picture. */
  let isOwn = false;
  const stay = () => clearTimeout(timer);
  const goBack = () => {
    stay();
    if (before && place.screen === 'drag-upload') {
      navigate(before.path, { replace: true, state: before.state });
    }
    before = undefined;
  };
  const hasFiles = (event: DragEvent) => !isOwn && event.dataTransfer?.types.includes('Files') === true;
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    stay();
    if (before || !isMoving()) return;
    const { path, screen, from } = place;
    before = { path, screen, state: from === undefined ? null : { from } };
    navigate(pathOf('drag-upload'), { replace: true });
  };
  return {
    dragstart: () => {
      isOwn = true;
    },
    dragend: () => {
      isOwn = false;
    },
    dragenter: over,
    dragover: over,
    dragleave: (event: DragEvent) => {
      // Between two elements of the page it goes on at once.
      if (!hasFiles(event) || event.relatedTarget !== null) return;
      stay();
      timer = setTimeout(goBack, RESTORE_MS);
    },
    drop: (event: DragEvent) => {
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      const screen = before?.screen ?? place.screen;
      // What was on the screen is done with: the editor shows what has come.
      if (before && screen !== '' && screen !== 'layer') before = { path: homePath(), screen: undefined, state: null };
      goBack();
      filesOfDrop(event.dataTransfer)
        .then((files) => take(files, screenOf(screen)?.drop))
        .catch(showFailure);
    },
    end: stay,
  };
}

/** @param drop what becomes of files on the screen that they were dropped on. */
function take(files: File[], drop: Screen['drop']): void {
  const { selectedLayerId } = studio;
  if (drop === 'refused') showError('Finish trimming first. Then files can be added.');
  else if (drop === 'audio') void import('../audio/track.ts').then((part) => part.chooseAudio(files));
  else if (drop === 'many') void import('../many/manyFiles.ts').then((part) => part.takeDropped(files));
  else void addFiles(files, drop === 'replace' && selectedLayerId !== null ? { replace: selectedLayerId } : {});
}

/** Whether the screen makes way for the place to drop files on: it has none itself, and nothing would be lost. */
function isMoving(): boolean {
  const { drop } = screenOf(place.screen) ?? {};
  return drop === undefined || drop === 'replace';
}
