import './studio.css';
import './done.css';
import '../preview/textField.css';
import './stage/stage.css';
import './stage/playBar.css';
import './stage/floating.css';
import './scenes/scenes.css';
import './start.css';
import '../media/upload.css';
import './projects.css';
import './panels/panels.css';
import './panels/arrange.css';
import './controls/colors.css';
import './controls/controls.css';
import './footer/footer.css';
import './footer/footerPhone.css';
import './footer/footerScroller.css';
import './strips/strips.css';
import './timeline/timelineTrim.css';
import './controls/range.css';
import './effects/effects.css';
import { Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import { useTitle } from '../components/useTitle.ts';
import { focusTarget } from '../state/focus.ts';
import { place } from '../state/place.ts';
import { own } from '../texts/t.ts';
import { LazySheet } from './lazySheet.ts';
import { preloadParts } from './preload.ts';
import { doneHandlers, screenComponents, severalFooter, workFooters } from './routes.ts';
import { StudioBoundary } from './StudioBoundary.tsx';
import { StudioHeader } from './StudioHeader.tsx';
import { SceneList } from './scenes/SceneList.tsx';
import { type ScreenId, screenOf } from './screens.ts';
import { usePointerFocus } from './shortcuts/usePointerFocus.ts';
import { useShortcuts } from './shortcuts/useShortcuts.ts';
import { CanvasArea } from './stage/CanvasArea.tsx';
import { useStudioDrop } from './stage/useStudioDrop.ts';
import { bootStudio } from './state/boot.ts';
import { EDITOR } from './state/go.ts';
import { lazyPart } from './state/lazyPart.ts';
import { studio } from './state/studio.ts';
import { useFocusAfter } from './useFocusOnOpen.ts';
import { useIsMobile } from './useIsMobile.ts';
import { useScreenRedirect } from './useScreenRedirect.ts';

const Broken = lazyPart(async () => (await import('./ProjectProblems.tsx')).ProjectProblems);

/** The multi-scene editor: renders the screen of the current address around the canvas. */
export default function Studio() {
  const { path, screen } = useSnapshot(place);
  const { phase } = useSnapshot(studio);
  useEffect(() => bootStudio(), []);
  useEffect(() => preloadParts(), []);
  if (path === '/studio' || path === '/studio/') return <Redirect to={EDITOR} replace />;
  if (screen === undefined) return <Redirect to="/404" replace />;
  return (
    <StudioBoundary>
      <Suspense fallback={<Opening />}>
        {phase === 'broken' ? <Broken /> : phase === 'open' ? <Editor id={screen} /> : <Opening />}
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
  useFocusAfter(id);
  useShortcuts();
  usePointerFocus();
  useStudioDrop();
  const { kind, hidesHeader } = screenOf(id);
  return (
    <div className="studio">
      <StudioHeader isBare={hidesHeader} onDone={doneHandlers[id]} />
      <div className="studio-middle">
        {!mobile && kind !== 'work' && <SceneList />}
        <main
          ref={focusTarget('main')}
          id="main"
          className={kind === 'work' ? 'studio-work' : 'studio-canvas'}
          tabIndex={-1}
        >
          {kind === 'work' ? <Work key={id} id={id} /> : <CanvasArea />}
        </main>
      </div>
      <Footer id={id} />
      {kind === 'sheet' && !isDetour && (
        <Suspense>
          <Sheet key={id} id={id} />
        </Suspense>
      )}
    </div>
  );
}

function Work({ id }: { id: ScreenId }) {
  const Part = screenComponents[id];
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
  const resting = severalIds.length > 0 ? severalFooter : screenComponents[selectedLayerId ? 'layer' : above];
  const isOwn = kind === 'footer' && !(id === '' && severalIds.length > 0);
  const Part = kind === 'work' ? workFooters[id] : isOwn ? screenComponents[id] : resting;
  if (!Part) return null;
  return (
    <Suspense fallback={<footer className="studio-footer" aria-busy="true" />}>
      <Part />
    </Suspense>
  );
}

function Sheet({ id }: { id: ScreenId }) {
  const Part = screenComponents[id];
  return (
    <LazySheet id={id}>
      <Suspense fallback={<div className="over-waiting" aria-busy="true" />}>
        <Part />
      </Suspense>
    </LazySheet>
  );
}
