import { Clapperboard, History, Layers, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { GrowingList } from '../components/GrowingList.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { ProjectPicture } from '../components/ProjectPicture.tsx';
import { shownTitleOf } from '../components/titles.ts';
import { watchSight } from '../components/watchSight.ts';
import { agoInWords, countInWords } from '../components/words.ts';
import { ACCOUNT_REMOVED, sync } from '../projects/sync/keepInSync.ts';
import type { Unsent } from '../projects/sync/unsent.ts';
import type { SavedHead } from '../state/database.ts';
import { server } from '../state/server.ts';
import { paintMissing } from './missingPicture.ts';
import { myProjects, readDeleted, readProjects, removeProject, restoreProject, watchProjects } from './myProjects.ts';
import { ProjectHistory } from './ProjectHistory.tsx';
import '../studio/projects.css';
import './myProjects.css';

/** Projects of the account, with thumbnail, sync state and history. */
export function MyProjects() {
  const { list, unsent } = useSnapshot(myProjects);
  const { state, at } = useSnapshot(sync);
  const { reachable } = useSnapshot(server);
  const [shown, setShown] = useState<SavedHead>();
  useEffect(() => watchProjects(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after each sync.
  useEffect(() => void Promise.all([readProjects(), readDeleted()]), [at]);
  return (
    <section className="my-projects" aria-labelledby="my-projects-title">
      <div className="shelf-head">
        <h2 id="my-projects-title" tabIndex={-1}>
          Your projects
        </h2>
        <Link href="/studio" className="button plain">
          <Clapperboard aria-hidden="true" />
          Open the Studio
        </Link>
      </div>
      <p className="soft my-projects-state" role="status">
        {stateInWords(reachable ? state : 'away', Object.values(unsent))}
      </p>
      {list?.length === 0 && (
        <div className="empty">
          <Layers aria-hidden="true" />
          <strong>No projects yet</strong>
          <span>Your Studio projects are saved here and available wherever you sign in.</span>
        </div>
      )}
      <GrowingList className="project-cards" items={list ?? []}>
        {(head) => <Card key={head.id} head={head} unsent={unsent[head.id]} onHistory={() => setShown(head)} />}
      </GrowingList>
      <Deleted />
      {shown && <ProjectHistory head={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

/** Projects deleted in the last thirty days; below all others, so that nothing moves when they load. */
function Deleted() {
  const { deleted } = useSnapshot(myProjects);
  const place = useRef<HTMLDetailsElement>(null);
  if (deleted.length === 0) return null;
  const restore = async (id: string) => {
    await restoreProject(id);
    // The button was removed with its project.
    if (document.activeElement !== document.body) return;
    const next = place.current?.querySelector('summary') ?? document.getElementById('my-projects-title');
    next?.focus();
  };
  return (
    <details className="my-deleted" ref={place}>
      <summary>Deleted projects</summary>
      <p className="soft">They can be restored for thirty days.</p>
      <ul className="my-tokens" aria-label="Deleted projects">
        {deleted.map(({ id, name, deletedAt }) => (
          <li key={id}>
            <span>
              <span>{shownTitleOf({ name })}</span>
              <span className="soft">{agoInWords(deletedAt, Date.now())}</span>
            </span>
            <button
              type="button"
              className="button quiet"
              aria-label={`Restore ${shownTitleOf({ name })}`}
              onClick={() => void restore(id)}
            >
              Restore
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Card({ head, unsent, onHistory }: { head: SavedHead; unsent: Unsent | undefined; onHistory: () => void }) {
  const { id, savedAt, sceneCount, thumbnail } = head;
  const place = useRef<HTMLLIElement>(null);
  // The server's thumbnail has arrived by then.
  const isMissing = useSnapshot(sync).at > 0 && !thumbnail;
  useEffect(() => {
    if (!isMissing || !place.current) return;
    return watchSight(place.current, (isSeen) => isSeen && void paintMissing(id));
  }, [id, isMissing]);
  return (
    <li className="project-card" ref={place}>
      <Link href={`/studio/editor?project=${id}`} className="project-open">
        <ProjectPicture {...head} />
        <span className="project-words">
          <strong>{shownTitleOf(head)}</strong>
          <span className="soft">
            {agoInWords(new Date(savedAt).toISOString(), Date.now())}
            {sceneCount > 1 && ` · ${sceneCount} scenes`}
          </span>
          {unsent && <span className="project-unsent">{unsentInWords(unsent)}</span>}
        </span>
      </Link>
      <span className="project-actions">
        <IconButton
          icon={History}
          label={`Earlier versions of ${shownTitleOf(head)}`}
          title="Earlier versions"
          onClick={onHistory}
        />
        <IconButton
          icon={Trash2}
          label={`Delete ${shownTitleOf(head)}`}
          title="Delete"
          onClick={() => void removeProject(id)}
        />
      </span>
    </li>
  );
}

function unsentInWords({ files, refusal }: Unsent): string {
  if (refusal !== '') return `Only in this browser. ${refusal}`;
  return files > 0 ? `${countInWords(files, 'file')} only in this browser` : 'Only in this browser';
}

function stateInWords(state: (typeof sync)['state'], unsent: readonly Unsent[]): string {
  if (state === 'away') return 'The server cannot be reached. Changes stay in this browser and sync when it is back.';
  if (state === 'partly')
    return 'Projects are saved in your account. Some templates, logos, fonts and colors are not there yet; Cutroom retries.';
  if (state === 'removed') return ACCOUNT_REMOVED;
  if (state === 'out') return 'You were signed out. Changes stay in this browser until you sign in again.';
  if (unsent.some(({ refusal }) => refusal !== ''))
    return 'The server rejected some items. They stay in this browser and show the reason.';
  if (unsent.length > 0) return 'Uploading work that is only in this browser.';
  return 'Saved in your account, and in this browser for when you’re offline.';
}
