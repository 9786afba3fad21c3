import { Clapperboard, History, Layers, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { ProjectVersion } from '../../../api/contract/project.ts';
import { fontFiles } from '../../../engine/browser/fontFiles.ts';
import { fileReferences } from '../../../engine/project/media.ts';
import { Sheet } from '../../app/Sheet.tsx';
import { localUrlOf } from '../../client/media/mediaTable.ts';
import { showFailure } from '../../client/page/notices.ts';
import { server } from '../../client/page/server.ts';
import { locale } from '../../client/page/t.ts';
import { headOf, loadSaved, saveThumbnail } from '../../client/projects/saved.ts';
import { openDatabase, type SavedHead } from '../../client/store/database.ts';
import { blobOfStored } from '../../client/store/storedBlob.ts';
import { ACCOUNT_REMOVED, sync, syncNow } from '../../client/sync/keepInSync.ts';
import type { Unsent } from '../../client/sync/unsent.ts';
import { GrowingList } from '../../kit/GrowingList.tsx';
import { watchSight } from '../../kit/hooks.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { agoInWords, countInWords, shownTitleOf } from '../../kit/words.ts';
import { ProjectPicture } from '../../player/ProjectPicture.tsx';
import {
  myProjects,
  openVersion,
  projectCalls,
  readDeleted,
  readProjects,
  removeProject,
  restoreProject,
  restoreVersion,
  watchProjects,
} from './myProjects.ts';
import '../../kit/style/cards.css';
import './account.css';

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
    <section className="stack-2 my-projects" aria-labelledby="my-projects-title">
      <div className="split shelf-head">
        <h2 id="my-projects-title" tabIndex={-1}>
          Your projects
        </h2>
        <Link href="/studio" className="button plain">
          <Clapperboard aria-hidden="true" />
          Open the Studio
        </Link>
      </div>
      <p className="small soft" role="status">
        {stateInWords(reachable ? state : 'away', Object.values(unsent))}
      </p>
      {list?.length === 0 && (
        <div className="empty">
          <Layers aria-hidden="true" />
          <strong>No projects yet</strong>
          <span>Your Studio projects are saved here and available wherever you sign in.</span>
        </div>
      )}
      <GrowingList className="stack-2 project-cards" items={list ?? []}>
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
      <ul className="stack my-tokens" aria-label="Deleted projects">
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
      <Link href={`/studio/editor?project=${id}`} className="stack project-open">
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

/** Versions of a project on the server, newest first. A version can be opened as a copy, or restored. */
function ProjectHistory({ head, onClose }: { head: SavedHead; onClose: () => void }) {
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
      <ul className="stack-2 history-list" aria-busy={versions === undefined}>
        {versions?.map((version) => (
          <Version key={version.revision} id={head.id} version={version} onRestore={restore} />
        ))}
      </ul>
    </Sheet>
  );
}

interface ProjectHistoryProps {
  id: string;
  version: ProjectVersion;
  onRestore: (revision: number, time: string) => Promise<void>;
}

function Version({ id, version, onRestore }: ProjectHistoryProps) {
  const { revision, savedAt, sceneCount, picture, isApart } = version;
  const time = new Date(savedAt).toLocaleString(locale(undefined), { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <li>
      {picture ? <img src={picture} alt="" loading="lazy" decoding="async" /> : <span className="history-none" />}
      <span className="history-words">
        <strong>{time}</strong>
        <span className="soft">{isApart ? 'Replaced' : countInWords(sceneCount, 'scene')}</span>
        <span className="wrap">
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

/** Ids of projects that were tried; failures are retried after a reload. */
const tried = new Set<string>();
/** Paints one project at a time, because a page can resolve the font files of only one project. */
let turn: Promise<void> = Promise.resolve();

/**
 * Paints and stores the thumbnail of a project without one, such as from a script; it is then synced as usual. Leaves a
 * project unchanged if its files are unavailable or cannot be displayed.
 * @param id of the project. Never throws.
 */
function paintMissing(id: string): Promise<void> {
  if (tried.has(id)) return Promise.resolve();
  tried.add(id);
  turn = turn.then(() => paintOne(id));
  return turn;
}

async function paintOne(id: string): Promise<void> {
  const made: string[] = [];
  const { addressOf } = fontFiles;
  try {
    const loaded = await loadSaved(id);
    if (!loaded.ok) return;
    const first = { ...loaded.value, scenes: loaded.value.scenes.slice(0, 1) };
    const seen = fileReferences(first).filter(({ kind }) => kind !== 'audio');
    const urls = await addressesOf([...new Set(seen.map(({ url }) => url))], made);
    if ([...urls.values()].includes(undefined)) return;
    const { thumbnail } = await import('../../player/thumbnail.ts');
    const urlOf = (url: string) => urls.get(url) ?? localUrlOf(url);
    fontFiles.addressOf = urlOf;
    const picture = await thumbnail(loaded.value, { urlOf, mustBeWhole: true });
    const head = await headOf(id);
    // A thumbnail may have arrived meanwhile, or the project may have been deleted.
    if (picture && head && !head.thumbnail) await saveThumbnail(id, picture);
  } catch {
    // The empty card stays.
  } finally {
    fontFiles.addressOf = addressOf;
    for (const url of made) URL.revokeObjectURL(url);
  }
}

/** Returns display URLs of files: local, else the server's, without downloading. @param made collects URLs to free. */
async function addressesOf(urls: readonly string[], made: string[]): Promise<Map<string, string | undefined>> {
  const database = await openDatabase();
  const addressOf = async (url: string) => {
    const known = localUrlOf(url);
    if (known !== undefined) return known;
    const stored = await database?.get('media', url);
    if (!stored) return (await database?.get('remotes', url))?.url;
    const address = URL.createObjectURL(blobOfStored(stored.blob));
    made.push(address);
    return address;
  };
  return new Map(await Promise.all(urls.map(async (url) => [url, await addressOf(url)] as const)));
}
