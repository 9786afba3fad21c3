import { Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ref } from 'valtio/vanilla';
import type { VideoRecord } from '../../../api/contract/video.ts';
import type { WebhookRecord } from '../../../api/contract/webhook.ts';
import { showFailure } from '../../client/page/notices.ts';
import { getClient } from '../../client/page/server.ts';
import { own } from '../../client/page/t.ts';
import { videos } from '../../client/renders/videos.ts';
import { countInWords } from '../../kit/words.ts';
import '../pages.css';

/** Polling intervals in milliseconds: while a webhook is being sent, and while it waits for its next attempt. */
const [LOOK_MS, WAIT_MS] = [2000, 10_000];

/** Delivery status of a video's webhook, for its owner, with a button to send it again. */
export function WebhookNote({ id, webhook }: { id: string; webhook: WebhookRecord }) {
  const [isAsking, setAsking] = useState(false);
  const { state, attempts } = webhook;
  const isOver = state === 'delivered' || state === 'failed';
  const isUnderWay = state === 'sending' || (state === 'queued' && attempts === 0);
  // The event stream ended with the render, so this polls. Each response restarts it, so that an older one cannot
  // arrive later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(
    () => (isOver ? undefined : lookAgain(id, isUnderWay ? LOOK_MS : WAIT_MS)),
    [id, webhook, isOver, isUnderWay],
  );
  const send = async () => {
    setAsking(true);
    try {
      videos.byId[id] = ref(await (await getClient()).resendWebhook(id));
    } catch (error) {
      showFailure(error);
    }
    setAsking(false);
  };
  return (
    <section className="row wrap split panel sharing" aria-label="Webhook">
      <p className="webhook-told" role="status">
        <strong>Webhook</strong> <span className="soft">{wordsOf(webhook)}</span>
      </p>
      <button
        type="button"
        className="button plain"
        aria-disabled={isAsking || isUnderWay}
        onClick={() => !isAsking && !isUnderWay && void send()}
      >
        <Send aria-hidden="true" />
        {state === 'queued' ? 'Send now' : 'Send again'}
      </button>
    </section>
  );
}

/** Shows only the host: the rest of the URL may contain a secret. */
function wordsOf({ url, state, attempts, lastStatus }: WebhookRecord): string {
  const host = own(new URL(url).host);
  const why = lastStatus === null ? 'There was no response.' : `The response was ${lastStatus}.`;
  if (state === 'delivered') return `${host} accepted it.`;
  if (state === 'failed')
    return `${host} has not accepted it after ${countInWords(attempts, 'attempt', 'attempts')}. ${why}`;
  if (state === 'queued' && attempts > 0) return `${host} has not accepted it yet. ${why}`;
  return `${host} is being notified.`;
}

function lookAgain(id: string, ms: number): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout>;
  const look = async () => {
    const isSeen = document.visibilityState === 'visible';
    const video: VideoRecord | undefined = isSeen
      ? await getClient()
          .then((client) => client.getVideo(id))
          .catch(() => undefined)
      : undefined;
    if (isOver) return;
    if (video) videos.byId[id] = ref(video);
    timer = setTimeout(look, ms);
  };
  timer = setTimeout(look, ms);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
