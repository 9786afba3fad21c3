import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { useTitle } from '../../components/useTitle.ts';
import { homeProject } from '../../state/homeProject.ts';
import { lazyPart } from '../../studio/state/parts.ts';
import { OpenProject } from './OpenProject.tsx';
import { RenderShelf } from './RenderShelf.tsx';
import { SampleShelf } from './SampleShelf.tsx';
import { Welcome } from './Welcome.tsx';

const ToolShelf = lazyPart(async () => (await import('../../tools/ToolShelf.tsx')).default);

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
