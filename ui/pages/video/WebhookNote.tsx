import { Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ref } from 'valtio/vanilla';
import type { VideoRecord } from '../../../api/contract/video.ts';
import type { WebhookRecord } from '../../../api/contract/webhook.ts';
import { countInWords } from '../../components/words.ts';
import { showFailure } from '../../state/notices.ts';
import { getClient } from '../../state/server.ts';
import { videos } from '../../state/videos.ts';
import { own } from '../../texts/t.ts';
import './sharing.css';

/** How often is asked how far a webhook is that is being sent, and one that waits for its next try, milliseconds. */
const [LOOK_MS, WAIT_MS] = [2000, 10_000];

/** Who was told of a video's end, and how that went, for its owner; it can be told once more. */
export default function WebhookNote({ id, webhook }: { id: string; webhook: WebhookRecord }) {
  const [isAsking, setAsking] = useState(false);
  const { state, attempts } = webhook;
  const isOver = state === 'delivered' || state === 'failed';
  const isUnderWay = state === 'sending' || (state === 'queued' && attempts === 0);
  // The video's own events ended with it. Each answer begins it anew: an older one does not come after it.
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
    <section className="panel sharing" aria-label="Webhook">
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

/** The rest of its address may hold a secret. */
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
