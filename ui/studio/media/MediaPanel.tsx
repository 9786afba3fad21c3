import { FolderOpen, RotateCcw, Trash2, Upload } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';
import { mediaTable } from '../../client/media/mediaTable.ts';
import { t } from '../../client/page/t.ts';
import { GrowingList } from '../../kit/GrowingList.tsx';
import { useIsMobile } from '../../kit/hooks.ts';
import { PopupMenu } from '../../kit/PopupMenu.tsx';
import { movedInGrid } from '../../kit/popover.ts';
import { SearchField } from '../../kit/SearchField.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { AddFiles } from '../projects/AddFiles.tsx';
import { docks } from '../state/docks.ts';
import { homePath, leaveFor } from '../state/go.ts';
import { hasContent, studio } from '../state/studio.ts';
import { fileDrag } from './dragFile.ts';
import { removeUnused, replaceEverywhere } from './fileActions.ts';
import { MediaCard, menuOf, type OpenedMenu } from './MediaCard.tsx';
import { MediaThumb } from './MediaThumb.tsx';
import { loadOlderFiles, loadOwnFiles, useOwnFiles } from './ownFiles.ts';
import { kindTitles, type PanelFile, panelFiles, removedFiles, searchFiles, stateOf } from './panelFiles.ts';
import '../style/panels.css';

/** Delay of the search after a key, in milliseconds. */
const SEARCH_REST_MS = 120;

/** Route media: the files of the project. Where the panel at the left has room for them, its tab is opened instead. */
export function Media() {
  const { project, showCanvas } = useSnapshot(studio);
  const isDocked = !useIsMobile() && hasContent(project, showCanvas);
  useLayoutEffect(() => {
    if (!isDocked) return;
    docks.left = 'media';
    leaveFor(homePath());
  }, [isDocked]);
  return isDocked ? null : <MediaPanel />;
}

/** The files of the project: search, add to the scene, find, replace, and remove those that are not used. */
export function MediaPanel() {
  // During a drag, the panel need not follow at once.
  const project = useDeferredValue(useSnapshot(studio).project);
  const { projectId } = useSnapshot(studio);
  const removed = useSnapshot(removedFiles).byProject[projectId];
  const files = useMemo(() => panelFiles(project, removed), [project, removed]);
  const [query, setQuery] = useState('');
  const found = useMemo(() => searchFiles(files, query, ({ kind }) => t(kindTitles[kind])), [files, query]);
  const [menu, setMenu] = useState<OpenedMenu>();
  const unused = files.filter(({ uses }) => uses.length === 0);
  const { input, replace } = useReplacement();
  const { list } = useSnapshot(view);
  return (
    <div className="media-panel">
      <div className="row media-panel-head">
        <SearchField
          aria-label="Search media"
          placeholder="Search"
          isQuiet
          restMs={SEARCH_REST_MS}
          onSearch={setQuery}
        />
        <AddFiles className="button quiet icon">
          <Upload aria-hidden="true" />
          <span className="unseen">Upload</span>
        </AddFiles>
      </div>
      <Tabs
        label="Files"
        value={list}
        tabs={lists}
        onChange={(to) => {
          view.list = to;
        }}
      >
        {list === 'own' ? (
          <OwnFiles search={query} onMenu={setMenu} />
        ) : files.length === 0 ? (
          <NoFiles />
        ) : (
          <>
            <Grid label="Files of this project" files={found} onMenu={setMenu} />
            {found.length === 0 && <p className="soft small media-none">No files found.</p>}
          </>
        )}
      </Tabs>
      {list === 'project' && unused.length > 0 && (
        <div className="media-foot">
          <button type="button" className="button quiet" onClick={() => removeUnused(unused)}>
            <Trash2 aria-hidden="true" />
            {unused.length === 1 ? 'Delete 1 unused file' : `Delete ${unused.length} unused files`}
          </button>
        </div>
      )}
      {input}
      {menu && (
        <PopupMenu
          label="Actions of the file"
          items={menuOf(menu.file, stateOf(menu.file.url, mediaTable), replace)}
          {...{ x: menu.x, y: menu.y, from: menu.from }}
          onClose={() => setMenu(undefined)}
        />
      )}
      <Dragged />
    </div>
  );
}

const lists = [
  { value: 'project', title: 'This project' },
  { value: 'own', title: 'Your files' },
] as const;

/** The list that was chosen last. */
const view = proxy({ list: 'project' as (typeof lists)[number]['value'] });

function NoFiles() {
  return (
    <div className="empty media-empty">
      <FolderOpen aria-hidden="true" />
      <p>No files yet. Upload videos, images and audio, or drop them anywhere.</p>
      <AddFiles className="button plain">
        <Upload aria-hidden="true" />
        Upload
      </AddFiles>
    </div>
  );
}

/** The files that the visitor has uploaded, in any project. */
function OwnFiles({ search, onMenu }: { search: string; onMenu: GridProps['onMenu'] }) {
  const { state, files, next, isOlderFailed } = useOwnFiles(search);
  if (state === 'failed')
    return (
      <div className="empty media-empty">
        <p role="alert">Your files could not be loaded.</p>
        <button type="button" className="button plain" onClick={() => void loadOwnFiles(search)}>
          <RotateCcw aria-hidden="true" />
          Try again
        </button>
      </div>
    );
  return (
    <>
      <Grid label="Your files" files={files} onMenu={onMenu} />
      <p className="soft small media-none" role="status">
        {state === 'loading' ? 'Loading' : files.length === 0 ? 'No files found.' : ''}
      </p>
      {isOlderFailed && (
        <p className="refusal small media-none" role="alert">
          Older files could not be loaded.
        </p>
      )}
      {next !== null && (
        <button type="button" className="button plain media-older" onClick={() => void loadOlderFiles(search)}>
          {isOlderFailed && <RotateCcw aria-hidden="true" />}
          {isOlderFailed ? 'Try again' : 'Show more'}
        </button>
      )}
    </>
  );
}

interface GridProps {
  label: string;
  files: readonly PanelFile[];
  onMenu: (menu: OpenedMenu) => void;
}

/** The cards, with one tab stop; arrow keys move the focus. */
function Grid({ label, files, onMenu }: GridProps) {
  const [stop, setStop] = useState('');
  const active = files.some(({ url }) => url === stop) ? stop : files[0]?.url;
  const place = useRef<HTMLElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cards = [...(place.current?.querySelectorAll<HTMLElement>('[data-file]') ?? [])];
    const at = cards.indexOf(event.target as HTMLElement);
    const next = at < 0 ? undefined : movedInGrid(event.key, at, cards);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    cards[next]?.focus();
  };
  return (
    <section
      ref={place}
      className="scroll media-scroll"
      aria-label={label}
      data-arrows=""
      onFocus={({ target }) => target instanceof HTMLElement && target.dataset.file && setStop(target.dataset.file)}
      onKeyDown={onKeyDown}
    >
      <GrowingList className="media-grid" items={files}>
        {(file) => <MediaCard key={file.url} file={file} isStop={file.url === active} onMenu={onMenu} />}
      </GrowingList>
    </section>
  );
}

const accepts = { video: 'video/*,image/gif', image: 'image/*', audio: 'audio/*,video/*' };

/** The file picker of “Replace everywhere”. */
function useReplacement() {
  const picker = useRef<HTMLInputElement>(null);
  const replaced = useRef<PanelFile>(undefined);
  const replace = (file: PanelFile) => {
    replaced.current = file;
    if (!picker.current) return;
    picker.current.accept = accepts[file.kind];
    picker.current.click();
  };
  const input = (
    <input
      ref={picker}
      type="file"
      hidden
      aria-label="File that replaces it"
      onChange={({ target }) => {
        const [picked] = target.files ?? [];
        const { current } = replaced;
        if (picked && current) void replaceEverywhere(current, picked);
        target.value = '';
      }}
    />
  );
  return { input, replace };
}

/** Smallest height of a place with a label, in CSS pixels: a bar of the timeline has none. */
const LEAST_TARGET = 64;

/** The dragged file at the pointer, and the canvas or a placeholder as a place to drop it. */
function Dragged() {
  const { file, x, y, over, target } = useSnapshot(fileDrag);
  if (!file) return null;
  const { left, top, width, height } = target;
  return createPortal(
    <>
      {(over === 'canvas' || over === 'placeholder') && (
        <div className="media-target" style={{ left, top, width, height }} aria-hidden="true">
          {height >= LEAST_TARGET && <span>{over === 'canvas' ? 'Add to scene' : 'Replace'}</span>}
        </div>
      )}
      <div
        className="media-dragged"
        data-over={over ?? undefined}
        style={{ transform: `translate(${x}px, ${y}px)` }}
        aria-hidden="true"
      >
        <span className="center media-thumb">
          <MediaThumb file={file as PanelFile} />
        </span>
      </div>
    </>,
    document.body,
  );
}
