import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { VideoRecord } from '../../../api/contract/video.ts';
import type { WebhookRecord } from '../../../api/contract/webhook.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { shownTitleOf } from '../../components/titles.ts';
import { useTitle } from '../../components/useTitle.ts';
import { isBusy, videos, watchVideo } from '../../state/videos.ts';
import { lazyPart } from '../../studio/state/lazyPart.ts';
import { Developing } from './Developing.tsx';
import { Failed } from './Failed.tsx';
import { Player } from './Player.tsx';
import '../../style/video.css';

const WebhookNote = lazyPart<{ id: string; webhook: WebhookRecord }>(
  async () => (await import('./WebhookNote.tsx')).default,
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
    <article className="video-page">
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
    <div className="lone">
      <h1 tabIndex={-1}>No render at this address</h1>
      <p>It may have been deleted, or the link is not complete.</p>
      <Link href="/" className="button primary large">
        Back home
      </Link>
    </div>
  );
}
