import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { readDrop } from '../media/readDrop.ts';
import { takeDrops } from '../state/drops.ts';
import { showFailure } from '../state/notices.ts';
import '../style/welcome.css';

interface Props {
  title: string;
  /** What may be dropped. */
  words: string;
  onFiles: (files: File[]) => unknown;
}

/** Makes the whole window take dropped files, those in folders too, and says so while some are held over it. */
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
    // Entering a child fires before leaving its parent, so only a count tells whether the pointer is still inside.
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
    const stop = takeDrops((files) => newest.current(files));
    return () => {
      stop();
      ending.abort();
    };
  }, []);
  return over;
}
