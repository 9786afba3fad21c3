import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { showError } from '../../state/notices.ts';
import { addFiles } from '../state/files.ts';
import { EDITOR, homePath, pathOf } from '../state/go.ts';
import { studio } from '../state/studio.ts';

/** How long after files left the window the route of before comes back, milliseconds (studio spec §9). */
const RESTORE_MS = 300;

/** Where the editor was before files came over it. */
interface Before {
  path: string;
  state: unknown;
}

/**
 * Files held over the editor open the route drag-upload; when they leave, the route of before comes back; when they are
 * dropped they become layers, or are put in the place of the layer that is being replaced (studio spec §4).
 */
export function useStudioDrop(): void {
  useEffect(() => {
    const listeners = new AbortController();
    const drop = createDrop();
    const on = (name: 'dragstart' | 'dragend' | 'dragenter' | 'dragover' | 'dragleave' | 'drop') =>
      addEventListener(name, drop[name], { signal: listeners.signal });
    for (const name of ['dragstart', 'dragend', 'dragenter', 'dragover', 'dragleave', 'drop'] as const) on(name);
    return () => {
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
    if (before && location.pathname === pathOf('drag-upload')) {
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
    before = { path: location.pathname, state: history.state };
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
      if (!hasFiles(event)) return;
      event.preventDefault();
      const path = before?.path ?? location.pathname;
      if (path === pathOf('trimmer')) {
        showError('Finish trimming first. Then files can be added.');
        return;
      }
      const replace = path === pathOf('replace') ? (studio.selectedLayerId ?? undefined) : undefined;
      // What lay over the editor is done with: it shows what has come.
      if (before && isOver(path)) before = { path: homePath(), state: null };
      goBack();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (audioPaths.includes(path))
        void import('../audio/droppedAudio.ts').then((part) => part.putDroppedAudio(files));
      else void addFiles(files, replace === undefined ? {} : { replace });
    },
    end: stay,
  };
}

const audioPaths = ['audio', 'audio-trimmer'].map(pathOf);

/** Routes that take files themselves (studio spec §4), and the trimmer, whose work would be lost. */
const stayingPaths = [...audioPaths, ...['upload', 'drag-upload', 'trimmer'].map(pathOf)];

function isMoving(): boolean {
  return !stayingPaths.includes(location.pathname);
}

function isOver(path: string): boolean {
  return path !== EDITOR && !path.startsWith(pathOf('layer/'));
}
