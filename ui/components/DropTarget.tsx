import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { readDrop } from '../media/readDrop.ts';
import { openFiles } from '../state/desk.ts';
import { showFailure } from '../state/notices.ts';

/** Makes the whole window take dropped files, and says so while some are held over it. */
export function DropTarget() {
  const over = useWindowDrop();
  if (!over) return null;
  return (
    <div className="drop-veil" aria-hidden="true">
      <div>
        <Download />
        <strong>Drop to open</strong>
        <span>A project file, its media, or a folder with both</span>
      </div>
    </div>
  );
}

function useWindowDrop(): boolean {
  const [over, setOver] = useState(false);
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
        navigate('/');
        readDrop(event.dataTransfer).then(openFiles).catch(showFailure);
      },
    };
    const ending = new AbortController();
    for (const [name, listener] of Object.entries(listeners)) {
      addEventListener(name, listener as EventListener, { signal: ending.signal });
    }
    return () => ending.abort();
  }, []);
  return over;
}
