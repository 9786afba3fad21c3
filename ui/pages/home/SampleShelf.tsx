import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { ScenePicture } from '../../preview/ScenePicture.tsx';
import { openSample } from '../../state/homeProject.ts';
import { loadSamples, type Sample, samples } from '../../state/samples.ts';
import { server } from '../../state/server.ts';
import { ProjectFacts } from './ProjectFacts.tsx';
import './samples.css';

/** The projects that come with Cutroom, as pictures that open on a click. */
export function SampleShelf() {
  const { list, status } = useSnapshot(samples);
  const { reachable } = useSnapshot(server);
  useEffect(() => {
    if (reachable) void loadSamples();
  }, [reachable]);
  return (
    <section aria-labelledby="samples-title">
      <div className="shelf-head">
        <h2 id="samples-title">Samples</h2>
        <span className="soft">Open one, look at it, render it</span>
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
    <span className="sample-picture skeleton" />
    <span className="sample-words" />
  </li>
));

function SampleCard({ sample }: { sample: Sample }) {
  return (
    <li className="sample-card">
      <button type="button" onClick={() => openSample(sample)}>
        <span className="sample-picture">
          <ScenePicture project={sample.project} />
        </span>
        <span className="sample-words">
          <span className="sample-name">{sample.name}</span>
          <ProjectFacts project={sample.project} />
        </span>
      </button>
    </li>
  );
}

function NoSamples({ failed }: { failed: boolean }) {
  return (
    <div className="empty">
      <strong>{failed ? 'The samples did not come.' : 'No samples are installed.'}</strong>
      <span>{failed ? 'Your own projects work all the same.' : 'Drop a project of your own to begin.'}</span>
      {failed && (
        <button type="button" className="button plain" onClick={loadSamples}>
          Try again
        </button>
      )}
    </div>
  );
}
