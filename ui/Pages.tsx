import { Suspense } from 'react';
import { Redirect, Route, Switch, useRoute } from 'wouter';
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
  // As the switch below reads the path: with or without a slash at its end.
  const [isAudioTrim] = useRoute(AUDIO_TRIM);
  return (
    <>
      {!isAudioTrim && <DropTarget />}
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
