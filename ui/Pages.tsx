import { Suspense } from 'react';
import { Redirect, Route, Switch, useRoute } from 'wouter';
import { Header } from './components/Header.tsx';
import { Home } from './pages/home/Home.tsx';
import { lazyPart, plainPart } from './studio/state/parts.ts';

const Products = lazyPart(async () => (await import('./pages/products/Products.tsx')).default);
const Video = lazyPart<{ id: string }>(async () => (await import('./pages/video/Video.tsx')).Video);
const NotFound = lazyPart(async () => (await import('./pages/NotFound.tsx')).NotFound);
const FrontDrop = lazyPart(async () => (await import('./pages/home/FrontDrop.tsx')).default);
const AudioTrim = lazyPart(async () => (await import('./pages/AudioTrim.tsx')).default);
const ToolPage = plainPart<{ slug: string }>(async () => (await import('./tools/ToolPage.tsx')).default);
const AUDIO_TRIM = '/editor/trimmer';

/** Everything but the Studio: a page below the header. */
export default function Pages() {
  // As the switch below reads the path: with or without a slash at its end.
  const [isAudioTrim] = useRoute(AUDIO_TRIM);
  const [isProducts] = useRoute('/products');
  const [isTool] = useRoute('/:slug');
  return (
    <>
      {/* Where files are worked on, the page takes dropped ones itself. */}
      {!isAudioTrim && (!isTool || isProducts) && (
        <Suspense fallback={null}>
          <FrontDrop />
        </Suspense>
      )}
      <Header />
      <main id="main" className="page" tabIndex={-1}>
        <Suspense fallback={null}>
          <Switch>
            <Route path="/" component={Home} />
            <Route path="/products" component={Products} />
            <Route path="/videos/:id">{({ id }) => <Video key={id} id={id} />}</Route>
            <Route path={AUDIO_TRIM} component={AudioTrim} />
            <Route path="/404" component={NotFound} />
            <Route path="/:slug">{({ slug }) => <ToolPage slug={slug} />}</Route>
            <Route>
              <Redirect to="/404" replace />
            </Route>
          </Switch>
        </Suspense>
      </main>
    </>
  );
}
