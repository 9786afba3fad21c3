import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { readDrop } from '../../engine/browser/media/readDrop.ts';
import { registerDropHandler } from '../client/media/drops.ts';
import { showFailure } from '../client/page/notices.ts';
import '../kit/style/cards.css';

interface Props {
  title: string;
  /** Description of accepted files. */
  words: string;
  onFiles: (files: File[]) => unknown;
}

/** Accepts files and folders dropped anywhere in the window, and shows an overlay during the drag. */
export function DropTarget({ title, words, onFiles }: Props) {
  const over = useWindowDrop(onFiles);
  if (!over) return null;
  return (
    <div className="drop-overlay" aria-hidden="true">
      <div>
        <Download />
        <strong>{title}</strong>
        <span>{words}</span>
      </div>
    </div>
  );
}

function useWindowDrop(onFiles: Props['onFiles']): boolean {
  const [over, setOver] = useState(false);
  const newest = useRef(onFiles);
  newest.current = onFiles;
  useEffect(() => {
    // dragenter of a child fires before dragleave of its parent, so only a counter tells whether the pointer is inside.
    let depth = 0;
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const listeners = {
      dragenter: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        depth += 1;
        setOver(true);
      },
      dragover: (event: DragEvent) => {
        if (holdsFiles(event)) event.preventDefault();
      },
      dragleave: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        depth = Math.max(0, depth - 1);
        if (depth === 0) setOver(false);
      },
      drop: (event: DragEvent) => {
        depth = 0;
        setOver(false);
        if (!event.dataTransfer || !holdsFiles(event)) return;
        event.preventDefault();
        readDrop(event.dataTransfer)
          .then((files) => newest.current(files))
          .catch(showFailure);
      },
    };
    const ending = new AbortController();
    for (const [name, listener] of Object.entries(listeners)) {
      addEventListener(name, listener as EventListener, { signal: ending.signal });
    }
    const stop = registerDropHandler((files) => newest.current(files));
    return () => {
      stop();
      ending.abort();
    };
  }, []);
  return over;
}
