import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { Notices } from './components/Notices.tsx';
import { ServerAway } from './components/ServerAway.tsx';
import { later } from './state/later.ts';

const Pages = lazy(() => import('./Pages.tsx'));
const Studio = lazy(() => later(() => import('./studio/Studio.tsx')));

/** The whole page: the Studio, or a page with the header; and the notices above it. */
export function App() {
  const [path] = useLocation();
  useFreshStart();
  return (
    <>
      <a className="skip button plain" href="#main">
        Skip to the content
      </a>
      <Suspense fallback={null}>{isStudio(path) ? <Studio /> : <Pages />}</Suspense>
      <ServerAway />
      <Notices />
    </>
  );
}

function isStudio(path: string): boolean {
  return path === '/studio' || path.startsWith('/studio/');
}

/** A route change scrolls to the top (tools spec §2) and takes the keyboard's place there too; inside the Studio it stays. */
function useFreshStart(): void {
  const [path] = useLocation();
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    const stays = isStudio(before.current) && isStudio(path);
    before.current = path;
    if (stays) return;
    scrollTo({ top: 0, behavior: 'instant' });
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
    heading?.focus({ preventScroll: true });
  }, [path]);
}
