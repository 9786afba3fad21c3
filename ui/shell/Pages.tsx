import { Suspense } from 'react';
import { Redirect, Route, Switch, useRoute } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { lazyPart } from '../app/lazyPart.ts';
import { DropTarget } from '../media/DropTarget.tsx';
import { Header } from './Header.tsx';

const Home = lazyPart(async () => (await import('../pages/home/Home.tsx')).Home);
const Products = lazyPart(async () => (await import('../pages/products/Products.tsx')).Products);
const Collections = lazyPart(async () => (await import('../pages/collections/Collections.tsx')).Collections);
const Book = lazyPart<{ section: 'blog' | 'resources'; slug?: string | undefined }>(
  async () => (await import('../pages/book/Book.tsx')).Book,
);
const Video = lazyPart<{ id: string }>(async () => (await import('../pages/video/Video.tsx')).Video);
const NotFound = lazyPart(async () => (await import('../pages/NotFound.tsx')).NotFound);
const AudioTrim = lazyPart(async () => (await import('../pages/AudioTrim.tsx')).AudioTrim);
const Entrance = lazyPart<{ way: string }>(async () => (await import('../pages/account/Entrance.tsx')).Entrance);
const MyAccount = lazyPart(async () => (await import('../pages/account/MyAccount.tsx')).MyAccount);
const Operator = lazyPart(async () => (await import('../pages/operator/Operator.tsx')).Operator);
const ToolPage = lazyPart<{ slug: string; screen?: string | undefined }>(
  async () => (await import('../tools/ToolPage.tsx')).ToolRoute,
);
const AUDIO_TRIM = '/editor/trimmer';

/** Every page except the Studio, below the header. */
export function Pages() {
  // Matched like the switch below: with or without a trailing slash.
  const [isAudioTrim] = useRoute(AUDIO_TRIM);
  const [isShelf] = useRoute('/(products|collections|blog|resources)');
  const [isTool] = useRoute('/:slug');
  const [isScreen] = useRoute('/subtitles/:screen');
  const [isOther] = useRoute('/editor/subtitles/:screen?');
  const takesFiles = isAudioTrim || (isTool && !isShelf) || isScreen || isOther;
  return (
    <>
      {/* Pages that work with files handle drops themselves. */}
      {!takesFiles && (
        <DropTarget title="Drop to open" words="A video, an image, audio, or a project with its media" onFiles={open} />
      )}
      <Header />
      <main id="main" className="page" tabIndex={-1}>
        <Suspense fallback={null}>
          <Switch>
            <Route path="/" component={Home} />
            <Route path="/products" component={Products} />
            <Route path="/collections" component={Collections} />
            <Route path="/blog/:slug?">{({ slug }) => <Book section="blog" slug={slug} />}</Route>
            <Route path="/resources/:slug?">{({ slug }) => <Book section="resources" slug={slug} />}</Route>
            <Route path="/videos/:id">{({ id }) => <Video key={id} id={id} />}</Route>
            <Route path={AUDIO_TRIM} component={AudioTrim} />
            <Route path="/my" component={MyAccount} />
            <Route path="/operator" component={Operator} />
            <Route path="/(sign-in|sign-up|forgot-password|reset-password|confirm-email)">
              {({ 0: way }) => <Entrance key={way} way={way ?? ''} />}
            </Route>
            <Route path="/404" component={NotFound} />
            <Route path="/editor/subtitles/:screen?">
              {({ screen }) => <ToolPage slug="subtitles" screen={screen} />}
            </Route>
            <Route path="/:slug/:screen?">{({ slug, screen }) => <ToolPage slug={slug} screen={screen} />}</Route>
            <Route>
              <Redirect to="/404" replace />
            </Route>
          </Switch>
        </Suspense>
      </main>
    </>
  );
}

/** Opens dropped files on the home page, which opens projects. */
async function open(files: File[]): Promise<void> {
  navigate('/');
  const { openFiles } = await import('../pages/home/homeProject.ts');
  await openFiles(files);
}
