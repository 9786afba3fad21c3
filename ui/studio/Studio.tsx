import { FolderOpen, Keyboard, Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/vanilla/utils';
import { Link, Redirect } from 'wouter';
import { findLayer } from '../../engine/edit/find.ts';
import type { History } from '../../engine/edit/history.ts';
import { newProject } from '../../engine/edit/newProject.ts';
import { newId } from '../../engine/project/id.ts';
import type { Layer } from '../../engine/project/layers.ts';
import { fileReferences, mediaReferences } from '../../engine/project/media.ts';
import { messages } from '../../engine/project/messages.ts';
import type { Project } from '../../engine/project/project.ts';
import { focusTarget } from '../app/focus.ts';
import { isChunkMissing, loadWithRetry } from '../app/lazyPart.ts';
import { place } from '../app/place.ts';
import { type Screen, type ScreenId, screenOf } from '../app/screens.ts';
import { ThemeToggle } from '../app/theme.tsx';
import { isOfOtherSite } from '../client/media/references.ts';
import { restoreMedia } from '../client/media/restoreMedia.ts';
import { onUploadFailed } from '../client/media/uploads.ts';
import { showFailure, showNote } from '../client/page/notices.ts';
import { saveText } from '../client/page/saveFile.ts';
import { own } from '../client/page/t.ts';
import { setBase } from '../client/projects/bases.ts';
import { claimHistory } from '../client/projects/historyStore.ts';
import { restoreStudio } from '../client/projects/restore.ts';
import { changesOutside } from '../client/projects/savedChanges.ts';
import { projectOf } from '../client/projects/storedState.ts';
import { Boundary } from '../kit/Boundary.tsx';
import { Brand, LanguageSwitch } from '../kit/HeaderParts.tsx';
import { useIsMobile, useTitle } from '../kit/hooks.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { CanvasArea, LeftPanel } from './CanvasArea.tsx';
import { InspectorDock, TimelineDock } from './Docks.tsx';
import { DoneButton } from './DoneButton.tsx';
import {
  doneHandlers,
  loadLate,
  loadSoon,
  ProjectProblems,
  StudioSheet,
  screenParts,
  severalFooter,
  workFooters,
} from './parts.ts';
import { preloadParts } from './preload.ts';
import { ProjectName, SaveStatus } from './projects/ProjectName.tsx';
import { startAutosave } from './state/autosaveStudio.ts';
import { EDITOR, followSelection, layerPath, leaveFor, leaveLayer, openSheet } from './state/go.ts';
import { openFromAddress, showBroken } from './state/open.ts';
import { openProject, redoChange, selectedLayer, selectLayer, studio, undoChange } from './state/studio.ts';
import { pendingTranscription } from './subtitles/pendingTranscription.ts';
import { usePointerFocus, useShortcuts } from './useShortcuts.ts';
import { useStudioDrop } from './useStudioDrop.ts';
import './studio.css';
import '../player/player.css';
import './stage/stage.css';
import './scenes/scenes.css';
import '../media/media.css';
import '../kit/style/cards.css';
import '../kit/style/panels.css';
import '../kit/style/effects.css';
import '../kit/style/fields.css';
import './inspector/inspector.css';

/** The multi-scene editor: renders the screen of the current address around the canvas. */
export function Studio({ pages }: { pages: () => Promise<unknown> }) {
  const { path, screen } = useSnapshot(place);
  const { phase } = useSnapshot(studio);
  useEffect(() => bootStudio(), []);
  useEffect(() => preloadParts(pages), [pages]);
  if (path === '/studio' || path === '/studio/') return <Redirect to={EDITOR} replace />;
  if (screen === undefined) return <Redirect to="/404" replace />;
  return (
    <StudioBoundary>
      <Suspense fallback={<Opening />}>
        {phase === 'broken' ? <ProjectProblems /> : phase === 'open' ? <Editor id={screen} /> : <Opening />}
      </Suspense>
    </StudioBoundary>
  );
}

function Opening() {
  return (
    <main id="main" className="studio" tabIndex={-1} aria-busy="true">
      <h1 className="unseen">Studio</h1>
    </main>
  );
}

function Editor({ id }: { id: ScreenId }) {
  const { name } = useSnapshot(studio).project;
  const mobile = useIsMobile();
  const isDetour = useScreenRedirect(id);
  useTitle(name ? `${own(name)} · Studio` : 'Studio');
  useShortcuts();
  usePointerFocus();
  useStudioDrop();
  const { kind, hidesHeader } = screenOf(id);
  return (
    <div className="studio">
      <StudioHeader isBare={hidesHeader} onDone={doneHandlers[id]} />
      <div className="studio-middle">
        {!mobile && kind !== 'work' && <LeftPanel />}
        <main
          ref={focusTarget('main')}
          id="main"
          className={kind === 'work' ? 'grow studio-work' : 'grow studio-canvas'}
          tabIndex={-1}
        >
          {kind === 'work' ? <Work key={id} id={id} /> : <CanvasArea />}
        </main>
        {kind !== 'work' && <InspectorDock />}
      </div>
      <Footer id={id} />
      {kind !== 'work' && <TimelineDock />}
      {kind === 'sheet' && !isDetour && (
        <Suspense>
          <Sheet key={id} id={id} />
        </Suspense>
      )}
    </div>
  );
}

function Work({ id }: { id: ScreenId }) {
  const Part = screenParts[id];
  return (
    <>
      <h1 className="unseen">{screenOf(id).title}</h1>
      <Suspense fallback={<div className="over-waiting" aria-busy="true" />}>
        <Part />
      </Suspense>
    </>
  );
}

function Footer({ id }: { id: ScreenId }) {
  const { selectedLayerId, severalIds } = useSnapshot(studio);
  const { kind, above = '' } = screenOf(id);
  const resting = severalIds.length > 0 ? severalFooter : screenParts[selectedLayerId ? 'layer' : above];
  const isOwn = kind === 'footer' && !(id === '' && severalIds.length > 0);
  const Part = kind === 'work' ? workFooters[id] : isOwn ? screenParts[id] : resting;
  if (!Part) return null;
  return (
    <Suspense fallback={<footer className="studio-footer" aria-busy="true" />}>
      <Part />
    </Suspense>
  );
}

function Sheet({ id }: { id: ScreenId }) {
  const Part = screenParts[id];
  return (
    <StudioSheet id={id}>
      <Suspense fallback={<div className="over-waiting" aria-busy="true" />}>
        <Part />
      </Suspense>
    </StudioSheet>
  );
}

/** Error boundary of the Studio: offers to retry, or to save the project as a file. */
export function StudioBoundary({ children }: { children: ReactNode }) {
  return <Boundary instead={(again) => <StudioBroke onAgain={again} />}>{children}</Boundary>;
}

function StudioBroke({ onAgain }: { onAgain: () => void }) {
  return (
    <main id="main" className="page">
      <div className="stack-2 lone" role="alert">
        <h1>{messages.unknown}</h1>
        <p>Your project is saved in this browser. You can also save it as a file.</p>
        <div className="wrap lone-actions">
          <button type="button" className="button primary large" onClick={downloadProject}>
            Download the project
          </button>
          <button
            type="button"
            className="button plain large"
            onClick={() => (isChunkMissing() ? location.reload() : onAgain())}
          >
            Try again
          </button>
        </div>
      </div>
    </main>
  );
}

function downloadProject(): void {
  saveText(`${studio.project.name || 'project'}.json`, JSON.stringify(studio.project, null, 2));
}

/**
 * The header: home link, project name, undo, redo and DONE.
 * @param props.isBare omits the home link and DONE, as on the timeline.
 * @param props.onDone what DONE does on screens such as the audio's; by default it submits the project.
 */
function StudioHeader({ isBare = false, onDone }: { isBare?: boolean | undefined; onDone?: (() => void) | undefined }) {
  const { canUndo, canRedo } = useSnapshot(studio);
  const mobile = useIsMobile();
  return (
    <header className="row split studio-header">
      <div className="row studio-header-side">
        {!isBare && (
          <Link href="/" className="brand" aria-label="Studio, to the home page">
            <Brand size={28} />
            {!mobile && 'Studio'}
          </Link>
        )}
        <IconButton icon={FolderOpen} label="Projects" onClick={() => openSheet('projects')} />
        {!mobile && <ProjectName />}
        {!mobile && <SaveStatus />}
      </div>
      <div className="row studio-header-side">
        <div className="row studio-header-side" data-beside-sheet>
          <IconButton icon={Undo2} label="Undo" disabled={!canUndo} onClick={undoChange} />
          <IconButton icon={Redo2} label="Redo" disabled={!canRedo} onClick={redoChange} />
        </div>
        {!mobile && (
          <>
            <IconButton icon={Keyboard} label="Keyboard shortcuts" onClick={() => openSheet('shortcuts')} />
            <LanguageSwitch />
            <ThemeToggle />
          </>
        )}
        {!isBare && (onDone ? <EndButton onClick={onDone} /> : <DoneButton />)}
      </div>
    </header>
  );
}

/** The screen's own button is the primary one. */
function EndButton({ onClick }: { onClick: () => void }) {
  return (
    <div className="done">
      <button type="button" className="button plain" onClick={onClick}>
        DONE
      </button>
    </div>
  );
}

/** Value of `changesOutside` at the last restore; undefined before the first one. */
let restoredAt: number | undefined;

/**
 * Opens the Studio: restores the last visit on the first call, and again if another page has changed it since. Then
 * starts autosave and opens the project named by the address.
 * @returns a function that stops autosave and all subscriptions.
 */
export function bootStudio(): () => void {
  let end: (() => void) | undefined;
  let ended = false;
  const boot = async () => {
    const changes = changesOutside();
    if (restoredAt !== changes) await restore();
    restoredAt = changes;
    if (ended) return;
    const ends = [startAutosave(), subscribeKey(studio, 'projectId', fetchLinks), watchFailedUploads()];
    end = () => {
      for (const one of ends) one();
    };
    fetchLinks();
    const template = new URLSearchParams(place.search).get('template');
    if (template) await loadLate().then(({ openTemplate }) => openTemplate(template));
    else await openFromAddress();
    resumePendingTranscription();
  };
  boot().catch((error: unknown) => showFailure(error, { label: 'Try again', run: () => location.reload() }));
  return () => {
    ended = true;
    end?.();
  };
}

async function restore(): Promise<void> {
  studio.phase = 'opening';
  const found = await loadWithRetry(restoreStudio);
  if (found === undefined) return openBlank();
  if (!found.ok) {
    openBlank();
    return showBroken('Your last project', found);
  }
  const { projectId, selectedSceneId, selectedLayerId, studioTime, showCanvas } = found.state;
  const project = found.base?.project ?? projectOf(found.state);
  const history = await claimHistory(projectId, project);
  const { missing } = await restoreMedia(fileReferences(project).map(({ url }) => url));
  // A missing file that only undo would bring back does no harm.
  await restoreMedia(filesOfSteps(history));
  if (found.base) setBase(projectId, found.base);
  openProject({ projectId, project, selectedSceneId, selectedLayerId, studioTime, showCanvas, history });
  if (missing.length > 0) showNote('Some files of this project are not in this browser any more. Please replace them.');
}

function filesOfSteps(history: History<Project> | undefined): Set<string> {
  const steps = history ? [...history.past, ...history.future] : [];
  return new Set(steps.flatMap((step) => fileReferences(step).map(({ url }) => url)));
}

/** Fetches links to other websites for the preview once the project that uses them is open. */
function fetchLinks(): void {
  if (!mediaReferences(studio.project).some(({ url }) => isOfOtherSite(url))) return;
  loadSoon()
    .then(({ fetchProjectLinks }) => fetchProjectLinks())
    .catch(showFailure);
}

function openBlank(): void {
  openProject({ projectId: studio.projectId, project: newProject(newId), showCanvas: false });
}

/**
 * Closes the panel of the selected layer when its upload fails. The badge on the canvas offers to retry.
 * @returns a function that stops watching.
 */
export function watchFailedUploads(): () => void {
  return onUploadFailed((url) => {
    const layer = selectedLayer();
    if (layer && 'url' in layer && layer.url === url && place.path === layerPath(layer.id)) leaveLayer();
  });
}

/** Resumes waiting for a transcription that was requested before a reload. */
function resumePendingTranscription(): void {
  const noted = pendingTranscription();
  if (noted === null) return;
  loadLate()
    .then((part) => part.resumeTranscription(noted))
    .catch(showFailure);
}

/**
 * Redirects from a screen that does not fit the selection: to the editor if the layer does not exist, or to the
 * selected layer's screen.
 * @returns whether it redirects.
 */
function useScreenRedirect(id: ScreenId): boolean {
  const { layerId } = useSnapshot(place);
  const { project, selectedLayerId } = useSnapshot(studio);
  const screen = screenOf(id);
  const isThere = layerId !== undefined && findLayer(project, layerId) !== undefined;
  useEffect(() => {
    if (isThere) selectLayer(layerId);
  }, [isThere, layerId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the selection changes.
  useEffect(followSelection, [selectedLayerId]);
  const isLeft = useIsLeft(screen);
  const selected = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId)?.layer;
  const named = layerId === undefined ? undefined : isThere ? 'stay' : EDITOR;
  const target = named ?? (isLeft ? 'stay' : redirectOf(screen, selected));
  useLayoutEffect(() => {
    if (target !== 'stay') leaveFor(target);
  }, [target]);
  return target !== 'stay';
}

function redirectOf({ kind, layers, keepsLayer }: Screen, selected: Layer | undefined): string {
  if (layers && !selected) return EDITOR;
  if (!selected || layers === 'any' || layers?.includes(selected.type)) return 'stay';
  return layers || (kind !== 'sheet' && !keepsLayer) ? layerPath(selected.id) : 'stay';
}

/**
 * Whether the user went from a layer to a footer, such as by the browser's Back. Deselects the layer instead of
 * redirecting back to it.
 */
function useIsLeft(screen: Screen): boolean {
  const before = useRef(screen);
  const isLeft = before.current.keepsLayer === true && !screen.keepsLayer && screen.kind !== 'sheet';
  useEffect(() => {
    before.current = screen;
    if (isLeft && studio.selectedLayerId !== null) selectLayer(null);
  });
  return isLeft;
}
