import { ArrowLeft, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../components/IconButton.tsx';
import { ProjectPicture } from '../components/ProjectPicture.tsx';
import { shownTitleOf } from '../components/titles.ts';
import { listVersions, type VersionHead } from '../projects/listVersions.ts';
import { watchSaved } from '../projects/savedChanges.ts';
import type { SavedHead } from '../state/database.ts';
import { fewVersions, openVersion, restoreProjectVersion, timeOfVersion } from './state/versions.ts';

/** The versions of a project, newest first; a click restores one. */
export function Versions({ head, onBack }: { head: SavedHead; onBack: () => void }) {
  const all = useVersions(head.id);
  const [isEvery, setEvery] = useState(false);
  const few = fewVersions(all ?? [], Date.now());
  const versions = isEvery ? (all ?? []) : few;
  return (
    <section className="versions" aria-label={`Earlier versions of ${shownTitleOf(head)}`}>
      <header className="versions-head">
        <IconButton icon={ArrowLeft} label="All projects" onClick={onBack} />
        <h3>Earlier versions of {head.name}</h3>
        {all && all.length > few.length && (
          <label className="versions-every">
            <input type="checkbox" checked={isEvery} onChange={() => setEvery(!isEvery)} />
            Every step
          </label>
        )}
      </header>
      {all?.length === 0 && (
        <div className="empty">
          <strong>None yet</strong>
          <span>Earlier versions of the project are saved here as you work.</span>
        </div>
      )}
      <ul className="project-cards">
        {versions.map((version) => (
          <VersionCard key={version.id} version={version} />
        ))}
      </ul>
    </section>
  );
}

function VersionCard({ version }: { version: VersionHead }) {
  const { isApart, sceneCount } = version;
  const time = timeOfVersion(version);
  return (
    <li className="project-card">
      <button type="button" className="project-open" onClick={() => void restoreProjectVersion(version)}>
        <ProjectPicture {...version} />
        <span className="project-words">
          <strong>{time}</strong>
          <span className="soft">
            {isApart ? 'Dismissed' : `${sceneCount} ${sceneCount === 1 ? 'scene' : 'scenes'}`}
          </span>
        </span>
      </button>
      <span className="project-actions">
        <IconButton
          icon={Copy}
          label={`Open the version from ${time} as a copy`}
          title="Open as a copy"
          onClick={() => void openVersion(version)}
        />
      </span>
    </li>
  );
}

/** The versions of a project, reloaded whenever it is saved; undefined while loading. */
function useVersions(projectId: string): VersionHead[] | undefined {
  const [versions, setVersions] = useState<VersionHead[]>();
  useEffect(() => {
    let ended = false;
    const read = async () => {
      const found = await listVersions(projectId).catch(() => []);
      if (!ended) setVersions(found);
    };
    void read();
    const unwatch = watchSaved(({ id }) => id === projectId && void read());
    return () => {
      ended = true;
      unwatch();
    };
  }, [projectId]);
  return versions;
}
