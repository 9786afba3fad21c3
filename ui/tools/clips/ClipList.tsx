import { GripVertical, Plus } from 'lucide-react';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { newId } from '../../../engine/project/id.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { sceneStarts, totalDuration } from '../../../engine/timeline/durations.ts';
import { acceptOf } from '../../../engine/tools/acceptOf.ts';
import { outputSize, projectOf } from '../../../engine/tools/source.ts';
import { clipWindow, duplicateClip, moveClip } from '../../client/drafts/clipEdits.ts';
import type { DraftSource } from '../../client/drafts/storedDrafts.ts';
import { localUrlOf, mediaTable } from '../../client/media/mediaTable.ts';
import { fileNameOf } from '../../client/media/references.ts';
import { pictureKey, unshownWords } from '../../client/media/stills.ts';
import { LiveRegion } from '../../kit/progress.tsx';
import { countInWords, secondsWords } from '../../kit/words.ts';
import { PickFiles } from '../../media/PickFiles.tsx';
import { UploadState } from '../../media/UploadState.tsx';
import { ScenePicture } from '../../player/ScenePicture.tsx';
import { dropSource, editDraft } from '../drafts.ts';
import { ExtraSource } from '../ExtraSource.tsx';
import { importToolFiles } from '../importToolFiles.ts';
import type { PanelProps } from '../toolPanel.ts';
import { ClipSettings } from './ClipSettings.tsx';
import { type SortDrag, useSortDrag } from './useSortDrag.ts';
import '../toolPanels.css';

/** Sortable list of clips, by drag or keyboard. The open clip shows its length, trim and actions. */
export function ClipList({ tool, draft, project, player }: PanelProps) {
  const { sources } = draft;
  const list = useRef<HTMLOListElement>(null);
  const nameOf = useNames();
  const [announcement, setAnnouncement] = useState('');
  const [openId, setOpenId] = useState<string>();
  const starts = project.scenes.length === sources.length ? sceneStarts(project) : [];
  const move = (from: number, to: number) => {
    const source = sources[from];
    if (!source || to < 0 || to >= sources.length) return;
    stayFocused();
    editDraft(tool, (now) => moveClip(now, from, to));
    setAnnouncement(`${nameOf(source)} is now at position ${to + 1} of ${sources.length}.`);
  };
  const { drag, press } = useSortDrag(list, move);
  const open = (index: number, id: string) => {
    setOpenId(id === openId ? undefined : id);
    player.pause();
    player.seek(starts[index] ?? 0);
  };
  const usual = draft.settings.clipDuration;
  const usualLength = typeof usual === 'number' ? usual : 3;
  return (
    <section className="stack clips" aria-label="Clips">
      <p className="small split">
        <strong>{countInWords(sources.length, 'clip')}</strong>
        <span className="soft numbers">{secondsWords(totalDuration(project))} in total</span>
      </p>
      <ol ref={list} data-sorting={drag ? '' : undefined}>
        {sources.map((source, index) => {
          const id = idOf(source, index);
          const name = nameOf(source);
          return (
            <li key={id} style={placeOf(index, drag)} data-dragged={drag?.from === index ? '' : undefined}>
              <ClipRow
                {...{ source, name, index }}
                length={lengthOf(project, index)}
                isOpen={id === openId}
                onPress={press(index)}
                onOpen={() => open(index, id)}
                onMove={(by) => move(index, index + by)}
              />
              {id === openId && (
                <ClipSettings
                  {...{ tool, source, name, index, usualLength }}
                  count={sources.length}
                  onMove={(by) => move(index, index + by)}
                  onDuplicate={() => {
                    editDraft(tool, (now) => duplicateClip(now, index, newId()));
                    setAnnouncement(`${name} now exists twice.`);
                  }}
                  onRemove={() => {
                    dropSource(tool, index);
                    setAnnouncement(`${name} is removed.`);
                    focusNear(list.current, index);
                  }}
                  onSeek={(seconds) => {
                    player.pause();
                    player.seekInNext((starts[index] ?? 0) + seconds);
                  }}
                />
              )}
            </li>
          );
        })}
      </ol>
      <div className="clips-more tool-sources">
        {sources.length < tool.inputs.max && (
          <PickFiles
            className="button plain"
            label="Files from this device"
            accept={acceptOf(tool.inputs)}
            onFiles={(files) => importToolFiles(tool, files)}
          >
            <Plus aria-hidden="true" />
            Add more
          </PickFiles>
        )}
        <ExtraSource tool={tool} draft={draft} />
      </div>
      <LiveRegion>{announcement}</LiveRegion>
    </section>
  );
}

interface RowProps {
  source: DraftSource;
  name: string;
  /** Zero-based. */
  index: number;
  /** Formatted length; '' while unknown. */
  length: string;
  isOpen: boolean;
  onPress: (event: React.PointerEvent<HTMLElement>) => void;
  onOpen: () => void;
  /** @param by −1 moves up, 1 moves down. */
  onMove: (by: number) => void;
}

function ClipRow({ source, name, index, length, isOpen, onPress, onOpen, onMove }: RowProps) {
  const { byUrl, proxies } = useSnapshot(mediaTable);
  const entry = byUrl[source.url];
  return (
    <div className="clip-row">
      <span className="center clip-grip" onPointerDown={onPress} title="Drag to reorder">
        <GripVertical aria-hidden="true" />
      </span>
      <button
        type="button"
        className="clip-open"
        aria-expanded={isOpen}
        title="Move with Alt+↑ and Alt+↓"
        onPointerDown={(event) => event.pointerType !== 'touch' && onPress(event)}
        onClick={onOpen}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
          event.preventDefault();
          onMove(event.key === 'ArrowUp' ? -1 : 1);
        }}
      >
        <ClipThumb source={source} />
        <span className="clip-words">
          <strong>
            <span className="unseen">{index + 1}. </span>
            <span translate="no">{name}</span>
          </strong>
          <span className="soft small numbers">
            {length}
            {source.clip?.isMuted ? ', muted' : ''}
          </span>
        </span>
      </button>
      <span className="soft small" role="status">
        <UploadState url={source.url} rest={unshownWords(entry, proxies[source.url])} />
      </span>
    </div>
  );
}

function useNames(): (source: DraftSource) => string {
  const { byUrl } = useSnapshot(mediaTable);
  return ({ url }) => byUrl[url]?.name ?? fileNameOf(url);
}

function idOf({ id, url }: DraftSource, index: number): string {
  return id ?? `${url} ${index}`;
}

/** Formats the length of a clip's scene; '' if the clip has no scene yet. */
function lengthOf(project: Project, index: number): string {
  const [start, end] = [...sceneStarts(project), totalDuration(project)].slice(index, index + 2);
  return start === undefined || end === undefined ? '' : secondsWords(end - start);
}

/** Returns the offset of an item while the list is being sorted. */
function placeOf(index: number, drag: SortDrag | undefined): CSSProperties | undefined {
  if (!drag) return undefined;
  const { from, to, offset, room } = drag;
  if (index === from) return { transform: `translateY(${offset}px)` };
  const way = index > from && index <= to ? -room : index < from && index >= to ? room : 0;
  return { transform: `translateY(${way}px)` };
}

/** Restores the focus of an element that moved in the DOM. If it became disabled, focuses its clip. */
function stayFocused(): void {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return;
  requestAnimationFrame(() => {
    const stays = active.matches(':disabled') ? active.closest('li')?.querySelector<HTMLElement>('.clip-open') : active;
    stays?.focus();
  });
}

/** Focuses the clip that took the place of a removed one, or the page heading if no clip is left. */
function focusNear(list: HTMLElement | null, index: number): void {
  requestAnimationFrame(() => {
    const rows = list?.querySelectorAll<HTMLElement>('.clip-open') ?? [];
    const next = rows[Math.min(index, rows.length - 1)] ?? document.querySelector<HTMLElement>('main h1');
    next?.focus();
  });
}

/** Delay between the last trim change and the new thumbnail, in milliseconds. */
const REST_MS = 400;

/** Thumbnail of a clip; for a video, of a frame inside its trim. */
function ClipThumb({ source }: { source: DraftSource }) {
  const files = useSnapshot(mediaTable);
  const { start, end } = clipWindow(source);
  const window = useRested(`${start} ${end}`);
  const { url, width, height } = source;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `window` represents the clip's settings, debounced.
  const project = useMemo(() => projectOfClip(source), [url, width, height, window]);
  return (
    <span className="center clip-thumb">
      {project && <ScenePicture project={project} urlOf={localUrlOf} mediaKey={pictureKey(files, url)} />}
    </span>
  );
}

function projectOfClip(source: DraftSource): Project | undefined {
  const { clip: _, ...file } = source;
  const { start: startTime, end: endTime } = clipWindow(source);
  const plain = projectOf(file, { size: outputSize(file), span: { startTime, endTime }, background: '#000000' });
  const parsed = plain.ok ? parseProject(plain.value) : plain;
  return parsed.ok ? parsed.value : undefined;
}

function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
