import { useSnapshot } from 'valtio';
import { OpenProject } from '../components/OpenProject.tsx';
import { RenderShelf } from '../components/RenderShelf.tsx';
import { SampleShelf } from '../components/SampleShelf.tsx';
import { useTitle } from '../components/useTitle.ts';
import { Welcome } from '../components/Welcome.tsx';
import { desk } from '../state/desk.ts';

/** The first page: the desk with the open project, samples to start from, and one's renders. */
export function Home() {
  const { source, name } = useSnapshot(desk);
  useTitle(source ? name : '');
  return (
    <>
      {source ? <OpenProject /> : <Welcome />}
      <div className="shelves">
        <SampleShelf />
        <RenderShelf />
      </div>
    </>
  );
}
