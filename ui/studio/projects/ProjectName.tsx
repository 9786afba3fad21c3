import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { UNNAMED } from '../../../api/contract/unnamed.ts';
import { renameProject } from '../../../engine/edit/renameProject.ts';
import { truncateName } from '../../../engine/edit/truncateName.ts';
import { saveStatus } from '../state/autosaveStudio.ts';
import { change, studio } from '../state/studio.ts';

/** The editable project name. Commits on Enter, blur and unmount. */
export function ProjectName() {
  const { project } = useSnapshot(studio);
  const name = project.name ?? '';
  const [draft, setDraft] = useState<string>();
  const newest = useRef(draft);
  newest.current = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name from elsewhere takes the draft's place.
  useEffect(() => setDraft(undefined), [name]);
  useEffect(() => () => saveName(newest.current), []);
  return (
    <input
      className="project-name"
      aria-label="Name of the project"
      placeholder={UNNAMED}
      value={draft ?? name}
      onChange={(event) => setDraft(truncateName(event.target.value))}
      onBlur={() => {
        saveName(draft);
        setDraft(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setDraft(undefined);
      }}
    />
  );
}

/** The autosave status. */
export function SaveStatus() {
  const { state } = useSnapshot(saveStatus);
  return (
    <span className="saved-sign soft" role="status">
      {{ saved: 'Saved', waiting: 'Saving ...', failed: 'Not saved' }[state]}
    </span>
  );
}

function saveName(draft: string | undefined): void {
  if (draft !== undefined) rename(draft);
}

/** Renames the project; '' removes the name. At most 200 characters. */
export function rename(name: string): void {
  change((project) => renameProject(project, name));
}
