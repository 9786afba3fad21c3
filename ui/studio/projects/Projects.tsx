import { ArrowLeft, Copy, Download, FilePlus2, FolderOpen, LayoutTemplate } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { truncateName } from '../../../engine/edit/truncateName.ts';
import { VERSION_LIMITS, versionsToRetain } from '../../../engine/edit/versionsToRetain.ts';
import { fileReferences } from '../../../engine/project/media.ts';
import { restoreMedia } from '../../client/media/restoreMedia.ts';
import { showError, showFailure, showNote } from '../../client/page/notices.ts';
import { locale } from '../../client/page/t.ts';
import { parseBody } from '../../client/projects/readStored.ts';
import { watchSaved } from '../../client/projects/savedChanges.ts';
import { listVersions, pinCurrentVersion, readVersion, type VersionHead } from '../../client/projects/versions.ts';
import type { SavedHead } from '../../client/store/database.ts';
import { GrowingList } from '../../kit/GrowingList.tsx';
import { useIsMobile } from '../../kit/hooks.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { ProgressBar } from '../../kit/progress.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { shownTitleOf } from '../../kit/words.ts';
import { ProjectPicture } from '../../player/ProjectPicture.tsx';
import { refreshSaved, savedProjects, saveNow } from '../state/autosaveStudio.ts';
import { goTo, openSheet } from '../state/go.ts';
import { openCopy, openSaved, startNew } from '../state/open.ts';
import { packing, saveProjectFile, stopPacking } from '../state/saveProjectFile.ts';
import { change, studio, undoChange } from '../state/studio.ts';
import { AddFiles } from './AddFiles.tsx';
import { ProjectCard } from './ProjectCard.tsx';
import { ProjectName, SaveStatus } from './ProjectName.tsx';

/**
 * Route projects: saved projects, new project, file export and import; on a phone also the name of the open project.
 */
export function Projects() {
  const { list } = useSnapshot(savedProjects);
  const { projectId } = useSnapshot(studio);
  const mobile = useIsMobile();
  const [chosenId, setChosenId] = useState<string>();
  const [query, setQuery] = useState('');
  const [order, setOrder] = useState<Order>('newest');
  const shown = useMemo(() => listed(list as readonly SavedHead[], query, order), [list, query, order]);
  const chosen = list.find(({ id }) => id === chosenId);
  useEffect(() => void refreshSaved(), []);
  if (chosen) return <Versions head={chosen} onBack={() => setChosenId(undefined)} />;
  return (
    <div className="stack-3">
      {mobile && (
        <div className="row projects-present">
          <ProjectName />
          <SaveStatus />
        </div>
      )}
      <div className="wrap">
        <button type="button" className="button plain" onClick={() => void startNew()}>
          <FilePlus2 aria-hidden="true" />
          New project
        </button>
        <AddFiles className="button plain" accept=".zip,.json">
          <FolderOpen aria-hidden="true" />
          Open a file
        </AddFiles>
        <ExportButton />
        <button type="button" className="button plain" onClick={() => openSheet('templates')}>
          <LayoutTemplate aria-hidden="true" />
          My templates
        </button>
      </div>
      {list.length >= MANY && (
        <div className="row wrap projects-find">
          <SearchField
            aria-label="Search projects"
            placeholder="Search projects"
            restMs={150}
            onSearch={(text) => setQuery(text)}
          />
          <label className="row small">
            Sort by
            <select className="select" value={order} onChange={({ target }) => setOrder(target.value as Order)}>
              <option value="newest">Last change</option>
              <option value="oldest">Oldest change</option>
              <option value="name">Name</option>
            </select>
          </label>
        </div>
      )}
      <p className="unseen" role="status">
        {query !== '' && `${shown.length} projects found`}
      </p>
      {query !== '' && shown.length === 0 && (
        <div className="empty">
          <strong>No project with this name</strong>
          <span>Search for another part of the name.</span>
        </div>
      )}
      {list.length === 0 ? (
        <div className="empty">
          <strong>Nothing saved yet</strong>
          <span>Projects are saved in this browser as you work.</span>
        </div>
      ) : (
        <GrowingList className="stack-2 project-cards" items={shown}>
          {(head) => (
            <ProjectCard
              key={head.id}
              head={head}
              present={head.id === projectId}
              onVersions={() => setChosenId(head.id)}
            />
          )}
        </GrowingList>
      )}
    </div>
  );
}

/** Projects from which on the list can be searched and sorted. */
const MANY = 6;

type Order = 'newest' | 'oldest' | 'name';

/** Filters and sorts saved projects. @param list newest first. @param query words that a name must contain. */
export function listed(list: readonly SavedHead[], query: string, order: Order): readonly SavedHead[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = list.filter(({ name }) => words.every((word) => name.toLocaleLowerCase().includes(word)));
  if (order === 'newest') return found;
  if (order === 'oldest') return found.toReversed();
  const { compare } = new Intl.Collator(locale(undefined), { numeric: true, sensitivity: 'base' });
  return found.toSorted((a, b) => compare(a.name, b.name));
}

function ExportButton() {
  const { busy, done, total } = useSnapshot(packing);
  if (!busy) {
    return (
      <button type="button" className="button plain" onClick={() => void saveProjectFile()}>
        <Download aria-hidden="true" />
        Save as a file
      </button>
    );
  }
  return (
    <span className="row projects-export">
      <ProgressBar value={total > 0 ? done / total : undefined} label="Packing the project" />
      <button type="button" className="button plain" onClick={stopPacking}>
        Stop
      </button>
    </span>
  );
}

/** The versions of a project, newest first; a click restores one. */
function Versions({ head, onBack }: { head: SavedHead; onBack: () => void }) {
  const all = useVersions(head.id);
  const [isEvery, setEvery] = useState(false);
  const few = fewVersions(all ?? [], Date.now());
  const versions = isEvery ? (all ?? []) : few;
  return (
    <section className="stack-2" aria-label={`Earlier versions of ${shownTitleOf(head)}`}>
      <header className="row versions-head">
        <IconButton icon={ArrowLeft} label="All projects" onClick={onBack} />
        <h3>Earlier versions of {head.name}</h3>
        {all && all.length > few.length && (
          <label className="row versions-every">
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
      <ul className="stack-2 project-cards">
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
      <button type="button" className="stack project-open" onClick={() => void restoreProjectVersion(version)}>
        <ProjectPicture {...version} />
        <span className="project-words">
          <strong>{time}</strong>
          <span className="soft">
            {isApart ? 'Replaced' : `${sceneCount} ${sceneCount === 1 ? 'scene' : 'scenes'}`}
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

/** The versions worth listing: pinned ones, and of the others at most one per minute, fewer the older they are. */
function fewVersions(versions: readonly VersionHead[], now: number): VersionHead[] {
  const all = versions.map((version) => ({ ...version, parts: [] }));
  const kept = versionsToRetain(all, now, { ...VERSION_LIMITS, youngMs: 0 });
  return versions.filter(({ id }) => kept.has(id));
}

/** Formatted time at which a version was saved. */
function timeOfVersion({ savedAt }: VersionHead): string {
  return new Date(savedAt).toLocaleString(locale(undefined), { dateStyle: 'medium', timeStyle: 'medium' });
}

/** Restores an earlier version as an undo step. The current state becomes a pinned version. */
async function restoreProjectVersion(version: VersionHead): Promise<void> {
  try {
    if (studio.projectId !== version.projectId) await openSaved(version.projectId);
    const project = await projectOf(version);
    if (!project || studio.projectId !== version.projectId) return;
    await saveNow();
    await pinCurrentVersion(version.projectId);
    change(() => project);
    goTo('');
    showNote(`Restored the version from ${timeOfVersion(version)}.`, { action: { label: 'Undo', run: undoChange } });
  } catch (error) {
    showFailure(error);
  }
}

/** Opens an earlier version as a new project. */
async function openVersion(version: VersionHead): Promise<void> {
  const project = await projectOf(version);
  if (project) await openCopy({ ...project, name: `${truncateName(version.name, 195)} copy` });
}

async function projectOf({ id }: VersionHead) {
  const text = await readVersion(id);
  const parsed = text === undefined ? undefined : parseBody(text);
  if (!parsed?.ok) {
    showError('This version can no longer be read.');
    return undefined;
  }
  await restoreMedia(fileReferences(parsed.value).map(({ url }) => url));
  return parsed.value;
}
