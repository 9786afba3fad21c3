import { Play } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { server } from '../../client/page/server.ts';
import { loadSamples, type Sample, samples } from '../../client/projects/samples.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { ScenePicture } from '../../player/ScenePicture.tsx';
import { ProjectFacts } from './ProjectFacts.tsx';
import './home.css';

/** Sample projects as image cards that open in the Studio. */
export function SampleShelf() {
  const { list, status } = useSnapshot(samples);
  const { reachable } = useSnapshot(server);
  useEffect(() => {
    if (reachable) void loadSamples();
  }, [reachable]);
  return (
    <section aria-labelledby="samples-title">
      <div className="split shelf-head">
        <h2 id="samples-title">Samples</h2>
        <span className="soft">Each opens as a project in the Studio</span>
      </div>
      {status === 'failed' || (status === 'ready' && list.length === 0) ? (
        <NoSamples failed={status === 'failed'} />
      ) : (
        <ul className="samples" aria-busy={status !== 'ready'}>
          {status === 'ready' ? list.map((sample) => <SampleCard key={sample.id} sample={sample} />) : skeletons}
        </ul>
      )}
    </section>
  );
}

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
  <li key={key} className="sample-card" aria-hidden="true">
    <span className="center sample-picture skeleton" />
    <span className="sample-words" />
  </li>
));

function SampleCard({ sample: { id, name, project } }: { sample: Sample }) {
  return (
    <li className="sample-card">
      <Link href={`/studio/editor?sample=${id}`} aria-label={`${name}: open in the Studio`}>
        <span className="center sample-picture">
          <ScenePicture project={project} />
        </span>
      </Link>
      <div className="sample-words">
        <span>
          <span className="sample-name" translate="no">
            {name}
          </span>
          <ProjectFacts project={project} />
        </span>
        <IconButton
          icon={Play}
          label={`View ${name} and render it`}
          onClick={() => void openHere({ id, name, project })}
        />
      </div>
    </li>
  );
}

/** Opens a sample on this page, which can render it directly. */
async function openHere(sample: Sample): Promise<void> {
  const { openSample } = await import('./homeProject.ts');
  openSample(sample);
}

function NoSamples({ failed }: { failed: boolean }) {
  return (
    <div className="empty">
      <strong>{failed ? 'The samples could not be loaded.' : 'No sample projects are installed.'}</strong>
      <span>{failed ? 'Your own projects still work.' : 'Open one of your projects to start.'}</span>
      {failed && (
        <button type="button" className="button plain" onClick={loadSamples}>
          Try again
        </button>
      )}
    </div>
  );
}
