import { Suspense, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { useTitle } from '../components/useTitle.ts';
import { Broken } from './Broken.tsx';
import { Over } from './Over.tsx';
import { preloadParts } from './preload.ts';
import { type Place, placeAt, placeOf, type WorkRoute } from './routes.ts';
import { StudioBoundary } from './StudioBoundary.tsx';
import { StudioHeader } from './StudioHeader.tsx';
import { SceneList } from './scenes/SceneList.tsx';
import { useShortcuts } from './shortcuts/useShortcuts.ts';
import { CanvasArea } from './stage/CanvasArea.tsx';
import { useStudioDrop } from './stage/useStudioDrop.ts';
import { bootStudio } from './state/boot.ts';
import { EDITOR, homePath } from './state/go.ts';
import { selectLayer, studio } from './state/studio.ts';
import { useFocusAfter } from './useFocusOnOpen.ts';
import { useIsMobile } from './useIsMobile.ts';

/** The multi-scene editor (studio spec): what its path says, around the canvas. */
export default function Studio() {
  // As it stands in the address line: an id with a percent sign must be decoded once, not twice.
  const path = usePathname();
  const { phase } = useSnapshot(studio);
  useEffect(() => bootStudio(), []);
  useEffect(() => preloadParts(), []);
  if (path === '/studio' || path === '/studio/') return <Redirect to={EDITOR} replace />;
  const place = placeAt(path);
  if (!place) return <Redirect to="/404" replace />;
  return (
    <StudioBoundary>
      {phase === 'broken' ? <Broken /> : phase === 'open' ? <Editor place={place} /> : <Opening />}
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

function Editor({ place }: { place: Place }) {
  const { project, selectedLayerId } = useSnapshot(studio);
  const mobile = useIsMobile();
  const detour = useDetour(place);
  useTitle(project.name ? `${project.name} · Studio` : 'Studio');
  useFocusAfter(place);
  useShortcuts();
  useStudioDrop();
  const { over, work } = place;
  const footer = over && selectedLayerId !== null ? placeOf(`layer/${selectedLayerId}`)?.footer : place.footer;
  const Footer = work ? work.Footer : (footer ?? place.footer).Footer;
  return (
    <div className="studio">
      <StudioHeader isBare={work?.hidesHeader} onDone={work?.onDone} />
      <div className="studio-middle">
        {!mobile && !work && <SceneList />}
        <main id="main" className={work ? 'studio-work' : 'studio-canvas'} tabIndex={-1} data-route={work?.path}>
          {work ? <WorkPlace key={work.path} {...work} /> : <CanvasArea />}
        </main>
      </div>
      {Footer && (
        <Suspense fallback={<footer className="studio-footer" aria-busy="true" />}>
          <Footer />
        </Suspense>
      )}
      {detour !== undefined && <Redirect key={detour} to={detour} replace />}
      {over && detour === undefined && (
        <Over key={over.path} title={over.title} name={over.path} besideCanvas={over.besideCanvas}>
          <Suspense fallback={<div className="over-waiting" aria-busy="true" />}>
            <over.Panel />
          </Suspense>
        </Over>
      )}
    </div>
  );
}

function WorkPlace({ title, Work }: WorkRoute) {
  return (
    <>
      <h1 className="unseen">{title}</h1>
      <Suspense fallback={<div className="over-waiting" aria-busy="true" />}>
        <Work />
      </Suspense>
    </>
  );
}

/**
 * Where a path leads instead (studio spec §2): to the editor for a layer that is not there, and to the selected layer
 * from a footer that is not its own.
 */
function useDetour(place: Place): string | undefined {
  const { footer, work, over, layerId } = place;
  const { project, selectedLayerId } = useSnapshot(studio);
  const isThere = layerId !== undefined && project.scenes.some(({ layers }) => layers.some(({ id }) => id === layerId));
  const isLeft = useIsLeft(place);
  useEffect(() => {
    if (isThere) selectLayer(layerId);
  }, [isThere, layerId]);
  if (layerId !== undefined) return isThere ? undefined : EDITOR;
  if (over) return over.needsLayer && selectedLayerId === null ? EDITOR : undefined;
  if (work?.needsLayer) return selectedLayerId === null ? EDITOR : undefined;
  if (work?.keepsLayer) return undefined;
  if (footer.path === 'text') return selectedLayerId === null ? EDITOR : undefined;
  return selectedLayerId !== null && !footer.keepsLayer && !isLeft ? homePath() : undefined;
}

/** Going from a layer to a footer, as Back of the browser does, means to leave the layer, not to be sent to it again. */
function useIsLeft(place: Place): boolean {
  const before = useRef(place);
  const isLeft = keepsLayer(before.current) && !keepsLayer(place) && !place.over;
  useEffect(() => {
    before.current = place;
    if (isLeft) selectLayer(null);
  });
  return isLeft;
}

function keepsLayer({ footer, work }: Place): boolean {
  return (work ?? footer).keepsLayer === true;
}
