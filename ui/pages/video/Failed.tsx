import { Ban, CircleAlert, RotateCcw, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { isRetriable } from '../../../api/contract/attempts.ts';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { messages } from '../../../engine/project/messages.ts';
import { useFocusHandover } from '../../components/useFocusHandover.ts';
import { homeProject } from '../../state/openedProject.ts';
import { removeVideo, retryVideo } from '../../state/videos.ts';
import { isEditable, workPath } from './cameFrom.ts';
import '../../style/video.css';

/** Explains the failure. */
function whyOf({ error }: VideoRecord, isKnown: boolean): string {
  return `${error?.message ?? messages.unknown}${isKnown ? ' The project is unchanged.' : ''}`;
}

/** A failed or canceled render: the reason, and links to continue. */
export function Failed({ video }: { video: VideoRecord }) {
  const { source } = useSnapshot(homeProject);
  const isKnown = source !== null || isEditable(video._id);
  const cancelled = video.status === 'cancelled';
  // Omits problems with the same text as the main message.
  const problems = video.error?.problems?.filter(({ message }) => message !== video.error?.message) ?? [];
  const more = video.error?.moreProblems ?? 0;
  const canRetry = video.mine && isRetriable(video);
  // With problems the project has to be changed first.
  const isRetryFirst = canRetry && problems.length === 0;
  const Icon = cancelled ? Ban : CircleAlert;
  const remove = () => {
    removeVideo(video._id);
    navigate('/');
  };
  return (
    <div className="panel failure" role="alert">
      <Icon aria-hidden="true" />
      <h2>{cancelled ? 'This render was canceled' : 'This render failed'}</h2>
      <p>{cancelled ? 'Nothing was recorded. The project is unchanged.' : whyOf(video, isKnown)}</p>
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
        {isRetryFirst && <RetryButton id={video._id} isPrimary />}
        <Link href={workPath(video._id)} className={isRetryFirst ? 'button plain' : 'button primary'}>
          {isKnown ? 'Back to the project' : 'Back to the start'}
        </Link>
        {canRetry && !isRetryFirst && <RetryButton id={video._id} />}
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

function RetryButton({ id, isPrimary = false }: { id: string; isPrimary?: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandover(button, () => document.querySelector<HTMLElement>('main h1'));
  const retry = async () => {
    setAsking(true);
    await retryVideo(id);
    setAsking(false);
  };
  return (
    <button
      ref={button}
      type="button"
      className={`button ${isPrimary ? 'primary' : 'plain'}`}
      aria-disabled={isAsking}
      onClick={() => !isAsking && void retry()}
    >
      <RotateCcw aria-hidden="true" />
      Try again
    </button>
  );
}
