import { ArrowRight } from 'lucide-react';
import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { ToolCards } from '../../components/ToolCards.tsx';
import { useTitle } from '../../components/useTitle.ts';
import { hadRenders } from '../../state/hadRenders.ts';
import { homeProject } from '../../state/openedProject.ts';
import { lazyPart } from '../../studio/state/lazyPart.ts';
import { own } from '../../texts/t.ts';
import { catalogue } from '../../tools/catalogue.data.ts';
import { Welcome } from './Welcome.tsx';

const HeldFiles = lazyPart(async () => (await import('./HeldFiles.tsx')).default);
const OpenProject = lazyPart(async () => (await import('./OpenProject.tsx')).OpenProject);
const SampleShelf = lazyPart(async () => (await import('./SampleShelf.tsx')).SampleShelf);
const RenderShelf = lazyPart(async () => (await import('./RenderShelf.tsx')).RenderShelf);

/** Home page: the open project, tools, samples and renders. */
export function Home() {
  const { source, name, files } = useSnapshot(homeProject);
  useTitle(source ? own(name) : '');
  return (
    <>
      <Suspense fallback={null}>{source ? <OpenProject /> : files.length > 0 ? <HeldFiles /> : <Welcome />}</Suspense>
      <div className="shelves">
        <div className="shelf-column">
          <section aria-labelledby="tools-title">
            <div className="shelf-head">
              <h2 id="tools-title">Tools</h2>
              <Link href="/products" className="shelf-more">
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
