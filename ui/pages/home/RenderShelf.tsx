import { Clapperboard } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { hadRenders } from '../../client/page/storedChoice.ts';
import { loadOlderVideos, videos, watchVideos } from '../../client/renders/videos.ts';
import { RenderRow } from './RenderRow.tsx';
import './home.css';

/** The user's own renders, newest first, with live progress. */
export function RenderShelf() {
  const { order, hidden, byId, list, next } = useSnapshot(videos);
  useEffect(() => watchVideos(), []);
  const shown = order.filter((id) => !hidden[id] && byId[id]);
  const isFilled = shown.length > 0 || (list === 'loading' && hadRenders());
  return (
    <section className={isFilled ? 'rail is-filled' : 'rail'} aria-labelledby="renders-title">
      <div className="split shelf-head">
        <h2 id="renders-title">Your renders</h2>
      </div>
      {list === 'loading' && shown.length === 0 && <div className="skeleton render-skeleton" />}
      {list === 'ready' && shown.length === 0 && (
        <div className="empty">
          <Clapperboard aria-hidden="true" />
          <strong>Nothing rendered yet</strong>
          <span>Open a sample or a project, then press Render. Results appear here.</span>
        </div>
      )}
      {shown.length > 0 && (
        <ul className="panel renders">
          {shown.map((id) => (
            <RenderRow key={id} id={id} />
          ))}
        </ul>
      )}
      {next !== null && (
        <button type="button" className="button quiet older" onClick={loadOlderVideos}>
          Show older
        </button>
      )}
    </section>
  );
}
