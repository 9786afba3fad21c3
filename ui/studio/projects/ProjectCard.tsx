import { Copy, History, Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { UNNAMED } from '../../../api/contract/unnamed.ts';
import { renameProject } from '../../../engine/edit/renameProject.ts';
import { showFailure } from '../../client/page/notices.ts';
import { renameSaved } from '../../client/projects/changeSaved.ts';
import type { SavedHead } from '../../client/store/database.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { NameField } from '../../kit/NameField.tsx';
import { agoInWords, shownTitleOf } from '../../kit/words.ts';
import { ProjectPicture } from '../../player/ProjectPicture.tsx';
import { copySaved, removeFromSaved } from '../state/autosaveStudio.ts';
import { openSaved, startNew } from '../state/open.ts';
import { change } from '../state/studio.ts';

interface Props {
  head: SavedHead;
  present?: boolean;
  /** Shows the project's versions. */
  onVersions?: () => void;
}

/** A saved project with thumbnail, name and age; a click opens it. */
export function ProjectCard({ head, present = false, onVersions }: Props) {
  const title = shownTitleOf(head);
  const open = useRef<HTMLButtonElement>(null);
  const remove = async () => {
    // Autosave would save the open project again, so another one is opened first.
    if (present) await startNew();
    await removeFromSaved(head.id);
  };
  const [isNaming, setNaming] = useState(false);
  const rename = (name: string) =>
    void (present ? change((project) => renameProject(project, name)) : renameSaved(head.id, name).catch(showFailure));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isNaming || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'F2') setNaming(true);
    else if (event.key === 'Delete') void remove();
    else return;
    event.preventDefault();
  };
  return (
    <li className="project-card" data-present={present || undefined} onKeyDown={onKeyDown}>
      <button ref={open} type="button" className="stack project-open" onClick={() => void openSaved(head.id)}>
        <ProjectPicture {...head} />
        <span className="project-words">
          <strong>{title}</strong>
          <span className="soft">
            {present ? 'Open now' : agoInWords(new Date(head.savedAt).toISOString(), Date.now())}
            {head.sceneCount > 1 && ` · ${head.sceneCount} scenes`}
          </span>
        </span>
      </button>
      {isNaming && (
        <NameField
          label={`New name of ${title}`}
          name={title}
          placeholder={UNNAMED}
          autoFocus
          onName={rename}
          onEnd={() => {
            setNaming(false);
            open.current?.focus();
          }}
        />
      )}
      <span className="project-actions">
        <IconButton icon={Pencil} label={`Rename ${title}`} title="Rename" onClick={() => setNaming(true)} />
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
