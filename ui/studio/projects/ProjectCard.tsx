import { Copy, History, Trash2 } from 'lucide-react';
import type { SavedHead } from '../../client/store/database.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { agoInWords, shownTitleOf } from '../../kit/words.ts';
import { ProjectPicture } from '../../player/ProjectPicture.tsx';
import { copySaved, removeFromSaved } from '../state/autosaveStudio.ts';
import { openSaved, startNew } from '../state/open.ts';

interface Props {
  head: SavedHead;
  present?: boolean;
  /** Shows the project's versions. */
  onVersions?: () => void;
}

/** A saved project with thumbnail, name and age; a click opens it. */
export function ProjectCard({ head, present = false, onVersions }: Props) {
  const title = shownTitleOf(head);
  const remove = async () => {
    // Autosave would save the open project again, so another one is opened first.
    if (present) await startNew();
    await removeFromSaved(head.id);
  };
  return (
    <li className="project-card" data-present={present || undefined}>
      <button type="button" className="stack project-open" onClick={() => void openSaved(head.id)}>
        <ProjectPicture {...head} />
        <span className="project-words">
          <strong>{title}</strong>
          <span className="soft">
            {present ? 'Open now' : agoInWords(new Date(head.savedAt).toISOString(), Date.now())}
            {head.sceneCount > 1 && ` · ${head.sceneCount} scenes`}
          </span>
        </span>
      </button>
      <span className="project-actions">
        {onVersions && (
          <IconButton
            icon={History}
            label={`Earlier versions of ${title}`}
            title="Earlier versions"
            onClick={onVersions}
          />
        )}
        <IconButton
          icon={Copy}
          label={`Duplicate ${title}`}
          title="Duplicate"
          onClick={() => void copySaved(head.id)}
        />
        <IconButton icon={Trash2} label={`Delete ${title}`} title="Delete" onClick={() => void remove()} />
      </span>
    </li>
  );
}
