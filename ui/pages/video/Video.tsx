import { ArrowLeft, Ban, CircleAlert, MonitorDown, RotateCcw, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { isRetriable } from '../../../api/contract/attempts.ts';
import type { VideoRecord } from '../../../api/contract/video.ts';
import type { WebhookRecord } from '../../../api/contract/webhook.ts';
import { messages } from '../../../engine/project/messages.ts';
import { lazyPart } from '../../app/lazyPart.ts';
import { isBusy, removeVideo, retryVideo, videos, watchVideo } from '../../client/renders/videos.ts';
import { StatusBadge } from '../../kit/facts.tsx';
import { useFocusHandover, useTitle } from '../../kit/hooks.ts';
import { shownTitleOf } from '../../kit/words.ts';
import { homeProject } from '../home/openedProject.ts';
import { exportPath, isEditable, workPath } from './cameFrom.ts';
import { Developing } from './Developing.tsx';
import { Player } from './Player.tsx';
import '../../kit/style/content.css';

const WebhookNote = lazyPart<{ id: string; webhook: WebhookRecord }>(
  async () => (await import('./WebhookNote.tsx')).WebhookNote,
);

/** Polling interval for a failed render in milliseconds, because the operator may retry it. */
const LOOK_MS = 15_000;

/** Page of one render: its progress, then the result, or why it failed. */
export function Video({ id }: { id: string }) {
  const { byId, missing } = useSnapshot(videos);
  const video = byId[id];
  const hasFailed = video?.status === 'failed';
  const looks = useLooks(hasFailed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: subscribes again at each poll and after a retry; ends at once if nothing changed.
  useEffect(() => watchVideo(id), [id, looks, hasFailed]);
  useTitle(video ? tabTitle(video) : 'Render');
  if (missing[id]) return <NoSuchRender />;
  return (
    <article className="stack-2 video-page">
      <header className="video-head">
        <Link href="/" className="button quiet icon" aria-label="Back to the home page">
          <ArrowLeft aria-hidden="true" />
        </Link>
        <h1 tabIndex={-1} title={video && shownTitleOf(video)}>
          {video ? shownTitleOf(video) : 'Render'}
        </h1>
        {video && <StatusBadge status={video.status} />}
      </header>
      <Outcome id={id} video={video} />
      {video?.webhook && !isBusy(video) && (
        <Suspense fallback={<div className="sharing-room" />}>
          <WebhookNote id={id} webhook={video.webhook} />
        </Suspense>
      )}
    </article>
  );
}

function Outcome({ id, video }: { id: string; video: VideoRecord | undefined }) {
  if (video?.status === 'done' && video.url) return <Player video={video} url={video.url} />;
  if (video && !isBusy(video)) return <Failed video={video} />;
  return <Developing id={id} video={video} />;
}

/** Returns a counter that increases at intervals while `isSo` and the page is visible, and when it becomes visible. */
function useLooks(isSo: boolean): number {
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (!isSo) return;
    const look = () => document.visibilityState === 'visible' && setLooks((count) => count + 1);
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isSo]);
  return looks;
}

function tabTitle(video: VideoRecord): string {
  return video.status === 'rendering'
    ? `${Math.floor(video.progress * 100)}% ${shownTitleOf(video)}`
    : shownTitleOf(video);
}

function NoSuchRender() {
  return (
    <div className="stack-2 lone">
      <h1 tabIndex={-1}>No render at this address</h1>
      <p>It may have been deleted, or the link is not complete.</p>
      <Link href="/" className="button primary large">
        Back home
      </Link>
    </div>
  );
}

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
  const exportHere = exportPath(video._id);
  const canRetry = video.mine && isRetriable(video);
  // With problems the project has to be changed first.
  const isRetryFirst = canRetry && problems.length === 0;
  const Icon = cancelled ? Ban : CircleAlert;
  const remove = () => {
    removeVideo(video._id);
    navigate('/');
  };
  return (
    <div className="stack-2 panel failure" role="alert">
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
      <div className="wrap video-actions">
        {isRetryFirst && <RetryButton id={video._id} isPrimary />}
        <Link href={workPath(video._id)} className={isRetryFirst ? 'button plain' : 'button primary'}>
          {isKnown ? 'Back to the project' : 'Back home'}
        </Link>
        {canRetry && !isRetryFirst && <RetryButton id={video._id} />}
        {!cancelled && exportHere !== undefined && (
          <Link href={exportHere} className="button plain">
            <MonitorDown aria-hidden="true" />
            Export in this browser
          </Link>
        )}
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
