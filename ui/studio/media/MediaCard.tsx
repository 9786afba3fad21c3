import { EllipsisVertical, LocateFixed, Plus, Replace, RotateCcw, X } from 'lucide-react';
import { type KeyboardEvent, memo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { mediaTable } from '../../client/media/mediaTable.ts';
import { retryUpload } from '../../client/media/uploads.ts';
import { own, t } from '../../client/page/t.ts';
import type { PopupItem } from '../../kit/PopupMenu.tsx';
import { clockTime, sizeInWords } from '../../kit/words.ts';
import { dragFile } from './dragFile.ts';
import { addToScene, hasUses, removeUnused, showNextUse } from './fileActions.ts';
import { MediaThumb } from './MediaThumb.tsx';
import { type FileState, factsOf, kindTitles, type PanelFile, stateOf } from './panelFiles.ts';

/** An opened menu of a card. */
export interface OpenedMenu {
  file: PanelFile;
  x: number;
  y: number;
  from: Element | null;
}

interface Props {
  file: PanelFile;
  /** Whether it is the tab stop of the list. */
  isStop: boolean;
  onMenu: (menu: OpenedMenu) => void;
}

/** Words of a file's state; none if there is nothing to say. */
const stateWords: Readonly<Record<FileState, string>> = {
  there: '',
  uploading: '',
  failed: 'Upload failed',
  missing: 'Missing',
};

/** A file: a click or Enter adds it to the scene, a drag takes it to the canvas or the timeline. */
export const MediaCard = memo(function MediaCard({ file, isStop, onMenu }: Props) {
  const hasDragged = useRef(false);
  const card = useRef<HTMLButtonElement>(null);
  const state = stateOf(file.url, useSnapshot(mediaTable));
  const { duration } = factsOf(file);
  const { name, uses } = file;
  const length = file.kind !== 'image' && duration > 0 ? clockTime(Math.max(1, Math.round(duration))) : '';
  const useWords = file.isOwn ? '' : t(`used ${uses.length}×`);
  const words = [t(kindTitles[file.kind]), length, useWords, t(stateWords[state])].filter(Boolean);
  const openMenu = (x: number, y: number) => onMenu({ file, x, y, from: card.current });
  const openBelow = (element: Element) => {
    const { left, bottom } = element.getBoundingClientRect();
    openMenu(left, bottom);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isMenu = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');
    // A file that is used stays: the key then applies to the selected layer, which a click on the file has just added.
    const isRemoved = (event.key === 'Delete' || event.key === 'Backspace') && uses.length === 0 && !file.isOwn;
    if (!isMenu && !isRemoved) return;
    event.preventDefault();
    event.stopPropagation();
    if (isMenu) openBelow(event.currentTarget);
    else removeCard(event.currentTarget, file);
  };
  return (
    <li className="media-card" data-state={state} data-unused={(uses.length === 0 && !file.isOwn) || undefined}>
      <button
        ref={card}
        type="button"
        className="media-open"
        tabIndex={isStop ? 0 : -1}
        title={factWords(file)}
        data-file={file.url}
        onClick={() => !hasDragged.current && state !== 'missing' && addToScene(file)}
        onKeyDown={onKeyDown}
        onContextMenu={(event) => {
          event.preventDefault();
          openMenu(event.clientX, event.clientY);
        }}
        onPointerDown={(press) => {
          hasDragged.current = false;
          // Next to a sheet there is nowhere to drag to.
          if (state === 'missing' || press.currentTarget.closest('dialog')) return;
          dragFile(press, file, () => {
            hasDragged.current = true;
          });
        }}
      >
        <span className="center media-thumb" aria-hidden="true">
          <MediaThumb file={file} />
          {length !== '' && <span className="media-badge numbers is-length">{length}</span>}
          {uses.length !== 1 && !file.isOwn && <span className="media-badge numbers is-uses">{uses.length}×</span>}
          {stateWords[state] !== '' && <span className="media-badge is-state">{stateWords[state]}</span>}
          {state !== 'missing' && <Plus className="media-plus" />}
        </span>
        <span className="ellipsis media-card-name" translate="no">
          {name}
        </span>
        <span className="unseen"> {words.join(', ')}</span>
      </button>
      <button
        type="button"
        className="button quiet icon media-more"
        tabIndex={isStop ? 0 : -1}
        aria-label={`Actions of ${own(name)}`}
        aria-haspopup="menu"
        title="More"
        onClick={(event) => openBelow(event.currentTarget)}
      >
        <EllipsisVertical aria-hidden="true" />
      </button>
    </li>
  );
}, isSame);

/** Removes an unused file from the list; the focus moves to an adjacent one. */
function removeCard(element: HTMLElement, file: PanelFile): void {
  const row = element.closest('li');
  (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('[data-file]')?.focus();
  removeUnused([file]);
}

/** The panel makes new objects after each change of the project. */
function isSame(before: Props, after: Props): boolean {
  return before.isStop === after.isStop && before.onMenu === after.onMenu && isSameFile(before.file, after.file);
}

function isSameFile(one: PanelFile, other: PanelFile): boolean {
  const shown = ({ url, kind, name, uses, facts, size }: PanelFile) => {
    const ids = uses.map(({ layer, path }) => layer?.id ?? path[0]);
    return JSON.stringify([
      url,
      kind,
      name,
      ids,
      factsOf({ url, uses, ...(facts && { facts }), ...(size && { size }) }),
    ]);
  };
  return shown(one) === shown(other);
}

/** Size in pixels and in bytes, as far as known. */
function factWords(file: PanelFile): string {
  const { width, height, size } = factsOf(file);
  const facts = [file.name, width > 0 ? `${width} × ${height}` : '', size > 0 ? sizeInWords(size) : ''];
  return facts.filter(Boolean).join(' · ');
}

/** The actions of a file. @param replace asks for the file that replaces it. */
export function menuOf(file: PanelFile, state: FileState, replace: (file: PanelFile) => void): PopupItem[] {
  const isUsed = file.uses.length > 0;
  return [
    ...(state === 'missing' ? [] : [{ id: 'add', label: 'Add to scene', icon: Plus, run: () => addToScene(file) }]),
    ...(hasUses(file) ? [{ id: 'uses', label: 'Show uses', icon: LocateFixed, run: () => showNextUse(file) }] : []),
    ...(isUsed
      ? [{ id: 'replace', label: 'Replace everywhere…', icon: Replace, run: () => replace(file) }]
      : file.isOwn
        ? []
        : [{ id: 'remove', label: 'Remove from list', icon: X, run: () => removeUnused([file]) }]),
    ...(state === 'failed'
      ? [{ id: 'retry', label: 'Retry the upload', icon: RotateCcw, run: () => retryUpload(file.url) }]
      : []),
  ];
}
