import { Ban, Check, CircleAlert, Clock, LoaderCircle } from 'lucide-react';
import type { VideoStatus } from '../../api/contract/video.ts';
import './style/content.css';

/** Facts about a file as names and values; omits empty values. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="wrap fact-list numbers">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

const faces: Record<VideoStatus, { icon: typeof Check; words: string; look: string }> = {
  queued: { icon: Clock, words: 'Waiting', look: 'busy' },
  rendering: { icon: LoaderCircle, words: 'Rendering', look: 'busy' },
  done: { icon: Check, words: 'Done', look: 'good' },
  failed: { icon: CircleAlert, words: 'Failed', look: 'bad' },
  cancelled: { icon: Ban, words: 'Canceled', look: '' },
};

/** Status of a render, as an icon and a word. */
export function StatusBadge({ status }: { status: VideoStatus }) {
  const { icon: Icon, words, look } = faces[status];
  return (
    <span className={`badge ${look}`}>
      <Icon aria-hidden="true" />
      {words}
    </span>
  );
}
