import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { OpenProject } from '../components/OpenProject.tsx';
import { RenderShelf } from '../components/RenderShelf.tsx';
import { SampleShelf } from '../components/SampleShelf.tsx';
import { useTitle } from '../components/useTitle.ts';
import { Welcome } from '../components/Welcome.tsx';
import { homeProject } from '../state/homeProject.ts';
import { lazyPart } from '../studio/state/parts.ts';

const ToolShelf = lazyPart(async () => (await import('../tools/ToolShelf.tsx')).default);

/** The first page: the open project, samples to start from, and one's renders. */
export function Home() {
  const { source, name } = useSnapshot(homeProject);
  useTitle(source ? name : '');
  return (
    <>
      {source ? <OpenProject /> : <Welcome />}
      <div className="shelves">
        <div className="shelf-column">
          <Suspense fallback={null}>
            <ToolShelf />
          </Suspense>
          <SampleShelf />
        </div>
        <RenderShelf />
      </div>
    </>
  );
}
