import { Copy, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../components/IconButton.tsx';
import { agoInWords } from '../components/words.ts';
import { copySaved, removeFromSaved } from './state/keep.ts';
import { openSaved, startNew } from './state/open.ts';
import type { SavedHead } from './store/types.ts';

/** A saved project: its picture, name and age; a click opens it. */
export function ProjectCard({ head, present = false }: { head: SavedHead; present?: boolean }) {
  const picture = useObjectUrl(head.thumbnail);
  const { name } = head;
  const remove = async () => {
    // What is open is kept again and again; something else must be open first.
    if (present) await startNew();
    await removeFromSaved(head.id);
  };
  return (
    <li className="project-card" data-present={present || undefined}>
      <button type="button" className="project-open" onClick={() => void openSaved(head.id)}>
        <span className="project-picture">
          {picture && <img src={picture} alt="" style={{ aspectRatio: `${head.width} / ${head.height}` }} />}
        </span>
        <span className="project-words">
          <strong>{name}</strong>
          <span className="soft">
            {present ? 'Open now' : agoInWords(new Date(head.savedAt).toISOString(), Date.now())}
            {head.sceneCount > 1 && ` · ${head.sceneCount} scenes`}
          </span>
        </span>
      </button>
      <span className="project-actions">
        <IconButton icon={Copy} label={`Duplicate ${name}`} title="Duplicate" onClick={() => void copySaved(head.id)} />
        <IconButton icon={Trash2} label={`Delete ${name}`} title="Delete" onClick={() => void remove()} />
      </span>
    </li>
  );
}

/** A picture's address, once it can be shown: the one before stays until then, and none is taken back while it loads. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return setUrl(undefined);
    let ended = false;
    const made = URL.createObjectURL(blob);
    const image = new Image();
    image.src = made;
    const ready = image.decode().catch(() => undefined);
    void ready.then(() => !ended && setUrl(made));
    return () => {
      ended = true;
      void ready.then(() => URL.revokeObjectURL(made));
    };
  }, [blob]);
  return url;
}
