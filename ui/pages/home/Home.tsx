import { ArrowRight, Clapperboard, FolderOpen } from 'lucide-react';
import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { lazyPart } from '../../app/lazyPart.ts';
import { hadRenders } from '../../client/page/storedChoice.ts';
import { own } from '../../client/page/t.ts';
import { useTitle } from '../../kit/hooks.ts';
import { ratioStyle } from '../../kit/RatioFrame.tsx';
import { catalogue } from '../../tools/catalogue.data.ts';
import { pictures } from '../../tools/pictures.ts';
import { ToolCards } from '../../tools/ToolCards.tsx';
import { FileButton } from './FileButton.tsx';
import { homeProject } from './openedProject.ts';
import '../../kit/style/content.css';
import '../../kit/style/cards.css';

const WaitingFiles = lazyPart(async () => (await import('./HeldFiles.tsx')).WaitingFiles);
const OpenProject = lazyPart(async () => (await import('./OpenProject.tsx')).OpenProject);
const SampleShelf = lazyPart(async () => (await import('./SampleShelf.tsx')).SampleShelf);
const RenderShelf = lazyPart(async () => (await import('./RenderShelf.tsx')).RenderShelf);

/** Home page: the open project, tools, samples and renders. */
export function Home() {
  const { source, name, files } = useSnapshot(homeProject);
  useTitle(source ? own(name) : '');
  return (
    <>
      <Suspense fallback={null}>
        {source ? <OpenProject /> : files.length > 0 ? <WaitingFiles /> : <Welcome />}
      </Suspense>
      <div className="shelves">
        <div className="shelf-column">
          <section aria-labelledby="tools-title">
            <div className="split shelf-head">
              <h2 id="tools-title">Tools</h2>
              <Link href="/products" className="small medium shelf-more">
                All products
                <ArrowRight aria-hidden="true" />
              </Link>
            </div>
            <ToolCards tools={catalogue} />
          </section>
          <Suspense fallback={<section className="samples-to-come" />}>
            <SampleShelf />
          </Suspense>
        </div>
        <Suspense fallback={<section className={hadRenders() ? 'rail is-filled' : 'rail'} />}>
          <RenderShelf />
        </Suspense>
      </div>
    </>
  );
}

/** Home page while nothing is open: introduction and first steps. */
function Welcome() {
  return (
    <section className="home-project welcome" aria-labelledby="welcome-title">
      <div className="stack-3 welcome-words">
        <h1 id="welcome-title" tabIndex={-1}>
          Add a file.
          <br />
          Get a video.
        </h1>
        <p className="soft">
          Trim it, loop it, add text, or build whole scenes in the Studio. Everything happens on this server; nothing is
          sent elsewhere.
        </p>
        <div className="row wrap welcome-actions">
          <Link href="/studio/editor" className="button primary large">
            <Clapperboard aria-hidden="true" />
            Open the Studio
          </Link>
          <FileButton className="button plain large">
            <FolderOpen aria-hidden="true" />
            Choose files
          </FileButton>
        </div>
      </div>
      <Fan />
    </section>
  );
}

/** Three rendered samples, to illustrate results. */
const greeting = [
  { id: 'summer-postcard', width: 384, height: 480 },
  { id: 'phone-story', width: 270, height: 480 },
  { id: 'five-transitions', width: 480, height: 270 },
];

function Fan() {
  return (
    <div className="fan" aria-hidden="true">
      {greeting.map(({ id, ...size }) => (
        <div key={id} className="center fan-card" style={ratioStyle(size)}>
          <img className="fan-picture" src={pictures[`sample-${id}`]} alt="" {...size} />
        </div>
      ))}
    </div>
  );
}
