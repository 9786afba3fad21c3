import { Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { DropTarget } from './components/DropTarget.tsx';
import { Header } from './components/Header.tsx';
import { Home } from './pages/Home.tsx';
import { NotFound } from './pages/NotFound.tsx';
import { Video } from './pages/Video.tsx';
import { lazyPart } from './studio/state/parts.ts';

/** It stands on much of the Studio. */
const AudioTrim = lazyPart(async () => (await import('./pages/AudioTrim.tsx')).default);
/** Takes dropped files itself. */
const AUDIO_TRIM = '/editor/trimmer';

/** Everything but the Studio: a page below the header. */
export default function Pages() {
  const [path] = useLocation();
  return (
    <>
      {path !== AUDIO_TRIM && <DropTarget />}
      <Header />
      <main id="main" className="page" tabIndex={-1}>
        <Switch>
          <Route path="/" component={Home} />
          <Route path="/videos/:id">{({ id }) => <Video key={id} id={id} />}</Route>
          <Route path={AUDIO_TRIM}>
            <Suspense fallback={null}>
              <AudioTrim />
            </Suspense>
          </Route>
          <Route path="/404" component={NotFound} />
          <Route>
            <Redirect to="/404" replace />
          </Route>
        </Switch>
      </main>
    </>
  );
}
