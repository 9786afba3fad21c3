import { useEffect, useState } from 'react';
import type { ProjectVersion } from '../../api/contract/project.ts';
import { Sheet } from '../components/Sheet.tsx';
import { shownTitleOf } from '../components/titles.ts';
import { countInWords } from '../components/words.ts';
import { syncNow } from '../projects/sync/keepInSync.ts';
import type { SavedHead } from '../state/database.ts';
import { showFailure } from '../state/notices.ts';
import { locale } from '../texts/t.ts';
import { openVersion, projectCalls, restoreVersion } from './myProjects.ts';

/** Versions of a project on the server, newest first. A version can be opened as a copy, or restored. */
export function ProjectHistory({ head, onClose }: { head: SavedHead; onClose: () => void }) {
  const [versions, setVersions] = useState<readonly ProjectVersion[]>();
  useEffect(() => {
    let ended = false;
    const read = async () => {
      const found = await (await projectCalls()).versions(head.id);
      if (!ended) setVersions(found);
    };
    void read().catch((error) => {
      if (!ended) setVersions([]);
      showFailure(error);
    });
    return () => {
      ended = true;
    };
  }, [head.id]);
  const restore = async (revision: number, time: string) => {
    onClose();
    await restoreVersion(head.id, revision, time);
    await syncNow();
  };
  return (
    <Sheet title={`Earlier versions of ${shownTitleOf(head)}`} onClose={onClose}>
      {versions?.length === 0 && (
        <div className="empty">
          <strong>None yet</strong>
          <span>
            Earlier versions of the project are saved here as you work: all from the last hour, then one per hour, then
            one per day.
          </span>
        </div>
      )}
      <ul className="history-list" aria-busy={versions === undefined}>
        {versions?.map((version) => (
          <Version key={version.revision} id={head.id} version={version} onRestore={restore} />
        ))}
      </ul>
    </Sheet>
  );
}

interface Props {
  id: string;
  version: ProjectVersion;
  onRestore: (revision: number, time: string) => Promise<void>;
}

function Version({ id, version, onRestore }: Props) {
  const { revision, savedAt, sceneCount, picture, isApart } = version;
  const time = new Date(savedAt).toLocaleString(locale(undefined), { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <li>
      {picture ? <img src={picture} alt="" loading="lazy" decoding="async" /> : <span className="history-none" />}
      <span className="history-words">
        <strong>{time}</strong>
        <span className="soft">{isApart ? 'Dismissed' : countInWords(sceneCount, 'scene')}</span>
        <span className="history-actions">
          <button
            type="button"
            className="button plain"
            aria-label={`Restore the version of ${time}`}
            onClick={() => void onRestore(revision, time)}
          >
            Restore
          </button>
          <button
            type="button"
            className="button quiet"
            aria-label={`Open this version from ${time}`}
            title="Open this version as a new project"
            onClick={() => void openVersion(id, revision)}
          >
            Open
          </button>
        </span>
      </span>
    </li>
  );
}
