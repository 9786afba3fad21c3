import { Ban, CircleAlert, Trash2 } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { messages } from '../../../engine/project/messages.ts';
import { homeProject } from '../../state/openedProject.ts';
import { removeVideo } from '../../state/videos.ts';
import { isEditable, workPath } from './cameFrom.ts';
import '../../style/video.css';

/** What went wrong, in plain words. */
function whyOf({ error }: VideoRecord, isKnown: boolean): string {
  return `${error?.message ?? messages.unknown}${isKnown ? ' The project is as it was.' : ''}`;
}

/** A render that came to nothing: why, and the way back. */
export function Failed({ video }: { video: VideoRecord }) {
  const { source } = useSnapshot(homeProject);
  const isKnown = source !== null || isEditable(video._id);
  const cancelled = video.status === 'cancelled';
  // What the sentence above says already is not listed again.
  const problems = video.error?.problems?.filter(({ message }) => message !== video.error?.message) ?? [];
  const more = video.error?.moreProblems ?? 0;
  const Icon = cancelled ? Ban : CircleAlert;
  const remove = () => {
    removeVideo(video._id);
    navigate('/');
  };
  return (
    <div className="panel failure" role="alert">
      <Icon aria-hidden="true" />
      <h2>{cancelled ? 'This render was cancelled' : 'This render failed'}</h2>
      <p>{cancelled ? 'Nothing of it was kept. The project is unchanged.' : whyOf(video, isKnown)}</p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ pointer, message }) => (
            <li key={pointer + message}>
              {message} <code>{pointer}</code>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p>{more === 1 ? 'And 1 more problem.' : `And ${more} more problems.`}</p>}
      <div className="video-actions">
        <Link href={workPath(video._id)} className="button primary">
          {isKnown ? 'Back to the project' : 'Back to the start'}
        </Link>
        {video.mine && (
          <button type="button" className="button quiet" onClick={remove}>
            <Trash2 aria-hidden="true" />
            Delete
          </button>
        )}
      </div>
    </div>
  );
}
