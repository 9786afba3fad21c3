import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { place } from '../app/place.ts';
import { type ScreenId, screenOf } from '../app/screens.ts';
import { filesOfDrop, registerDropHandler } from '../client/media/drops.ts';
import { showFailure } from '../client/page/notices.ts';
import { loadLate } from './parts.ts';
import { homePath, pathOf } from './state/go.ts';

/** Delay before the previous route returns after files leave the window, in milliseconds. */
const RESTORE_MS = 300;

/** The editor's route before files were dragged over it. */
interface Before {
  path: string;
  screen: ScreenId | undefined;
  state: unknown;
}

/**
 * Opens the route drag-upload while files are dragged over the editor, and returns to the previous route when they
 * leave. Dropped files become layers, or replace the layer that is being replaced, or the placeholder under them.
 */
export function useStudioDrop(): void {
  useEffect(() => {
    const listeners = new AbortController();
    const drop = createDrop();
    const on = (name: 'dragstart' | 'dragend' | 'dragenter' | 'dragover' | 'dragleave' | 'drop') =>
      addEventListener(name, drop[name], { signal: listeners.signal });
    for (const name of ['dragstart', 'dragend', 'dragenter', 'dragover', 'dragleave', 'drop'] as const) on(name);
    // The project may still be opening: drops from before must not go into another project.
    const stop = registerDropHandler();
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
  /** Whether an element of the page itself is dragged, such as an image. */
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
      // Between two elements of the page, dragenter follows at once.
      if (!hasFiles(event) || event.relatedTarget !== null) return;
      stay();
      timer = setTimeout(goBack, RESTORE_MS);
    },
    drop: (event: DragEvent) => {
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      const screen = before?.screen ?? place.screen;
      // The previous screen is finished; the editor shows the new layers.
      if (before && screen !== '' && screen !== 'layer') before = { path: homePath(), screen: undefined, state: null };
      goBack();
      filesOfDrop(event.dataTransfer)
        .then(async (files) => (await loadLate()).acceptDrop(files, screen))
        .catch(showFailure);
    },
    end: stay,
  };
}

/**
 * Whether the screen may be replaced by drag-upload: it has no drop handling of its own, and no state would be lost.
 */
function isMoving(): boolean {
  const { drop } = screenOf(place.screen) ?? {};
  return drop === undefined || drop === 'replace';
}
