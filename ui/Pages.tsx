import { Suspense } from 'react';
import { Redirect, Route, Switch, useRoute } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { DropTarget } from './components/DropTarget.tsx';
import { Header } from './components/Header.tsx';
import { Home } from './pages/home/Home.tsx';
import { NotFound } from './pages/NotFound.tsx';
import { Video } from './pages/video/Video.tsx';
import { openFiles } from './state/homeProject.ts';
import { lazyPart } from './studio/state/parts.ts';

const AudioTrim = lazyPart(async () => (await import('./pages/AudioTrim.tsx')).default);
const ToolPage = lazyPart<{ slug: string }>(async () => (await import('./tools/ToolPage.tsx')).default);
const AUDIO_TRIM = '/editor/trimmer';

/** Everything but the Studio: a page below the header. */
export default function Pages() {
  // As the switch below reads the path: with or without a slash at its end.
  const [isAudioTrim] = useRoute(AUDIO_TRIM);
  const [isTool] = useRoute('/:slug');
  return (
    <>
      {/* Where files are worked on, the page takes dropped ones itself. */}
      {!isAudioTrim && !isTool && (
        <DropTarget title="Drop to open" words="A project file, its media, or a folder with both" onFiles={open} />
      )}
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
          <Route path="/:slug">
            {({ slug }) => (
              <Suspense fallback={null}>
                <ToolPage slug={slug} />
              </Suspense>
            )}
          </Route>
          <Route>
            <Redirect to="/404" replace />
          </Route>
        </Switch>
      </main>
    </>
  );
}

/** Opens what was dropped where projects are opened: on the first page. */
function open(files: File[]): Promise<void> {
  navigate('/');
  return openFiles(files);
}
