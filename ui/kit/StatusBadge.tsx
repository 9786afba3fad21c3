import { Ban, Check, CircleAlert, Clock, LoaderCircle } from 'lucide-react';
import type { VideoStatus } from '../../api/contract/video.ts';

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
