import { WifiOff } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Router } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { pageMessages } from '../../engine/project/pageMessages.ts';
import { startOfPage } from '../app/focus.ts';
import { Notices } from '../app/Notices.tsx';
import { place } from '../app/place.ts';
import { server } from '../client/page/server.ts';
import { Boundary } from '../kit/Boundary.tsx';
import { pageOf } from '../subtitles/paths.ts';

const Studio = lazy(async () => ({ default: (await import('../studio/Studio.tsx')).Studio }));
const loadPages = () => import('./Pages.tsx');
const Pages = lazy(async () => ({ default: (await loadPages()).Pages }));

/** The whole page: the Studio, or a page with the header; and the notices above it. */
export function App() {
  const { path } = useSnapshot(place);
  useFreshStart();
  return (
    <>
      <a className="skip button plain" href="#main">
        Skip to the content
      </a>
      <Router hook={usePath}>
        <Suspense fallback={null}>{isStudio(path) ? <Studio pages={loadPages} /> : <Pages />}</Suspense>
      </Router>
      <ServerAway />
      <Notices />
    </>
  );
}

/** Location hook for wouter's links, routes and redirects. */
function usePath(): [string, typeof navigate] {
  return [useSnapshot(place).path, navigate];
}

function isStudio(path: string): boolean {
  return path === '/studio' || path.startsWith('/studio/');
}

/**
 * Scrolls to the top and moves the focus there on navigation, except within the Studio. On going back, the browser
 * restores the scroll position, and the link that was followed gets the focus again.
 */
function useFreshStart(): void {
  const { path } = useSnapshot(place);
  const before = useRef(path);
  useEffect(() => {
    const left = before.current;
    if (left === path) return;
    before.current = path;
    if ((isStudio(left) && isStudio(path)) || pageOf(left) === pageOf(path)) return;
    if (!place.isReturn) scrollTo({ top: 0, behavior: 'instant' });
    const link = place.isReturn && document.querySelector<HTMLElement>(`main a[href="${CSS.escape(left)}"]`);
    (link || startOfPage())?.focus({ preventScroll: true });
  }, [path]);
}

/** Shows a message while the server is unreachable. */
function ServerAway() {
  const { reachable } = useSnapshot(server);
  return (
    <div role="status">
      {!reachable && (
        <p className="row server-away">
          <WifiOff aria-hidden="true" />
          The server does not respond. This page continues as soon as it does.
        </p>
      )}
    </div>
  );
}

/** Shows an error page if a screen throws while rendering. */
export function ErrorNotice({ children }: { children: ReactNode }) {
  return <Boundary instead={() => <SomethingBroke />}>{children}</Boundary>;
}

function SomethingBroke() {
  return (
    <main className="page">
      <div className="stack-2 lone" role="alert">
        <h1>{pageMessages.unknown}</h1>
        <a className="button primary large" href="/">
          Back home
        </a>
      </div>
    </main>
  );
}
