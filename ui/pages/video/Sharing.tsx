import { Code } from 'lucide-react';
import { useState } from 'react';
import { ref } from 'valtio/vanilla';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { copyNoted } from '../../client/page/copyText.ts';
import { showFailure } from '../../client/page/notices.ts';
import { getClient } from '../../client/page/server.ts';
import { videos } from '../../client/renders/videos.ts';
import { Switch } from '../../kit/Switch.tsx';
import { titleOf } from '../../kit/words.ts';
import '../pages.css';

/** Visibility of the result, and its embed code. */
export function Sharing({ video }: { video: VideoRecord }) {
  const [isBusy, setBusy] = useState(false);
  const change = async (isShared: boolean) => {
    setBusy(true);
    try {
      videos.byId[video._id] = ref(await (await getClient()).changeVideo(video._id, { isPrivate: !isShared }));
    } catch (error) {
      showFailure(error);
    }
    setBusy(false);
  };
  return (
    <section className="row wrap split panel sharing" aria-label="Sharing">
      <Switch
        label="Anyone with the link can watch"
        hint={video.isPrivate ? 'Private: only you can see it.' : 'Also when it is embedded in another page.'}
        on={!video.isPrivate}
        disabled={isBusy}
        onChange={(on) => void change(on)}
      />
      {!video.isPrivate && (
        <button
          type="button"
          className="button plain"
          onClick={() => void copyNoted(embedCode(video), 'Embed code copied. Paste it into a page.')}
        >
          <Code aria-hidden="true" />
          Copy embed code
        </button>
      )}
    </section>
  );
}

/** Returns the HTML that embeds a result in another page. */
export function embedCode(video: Pick<VideoRecord, '_id' | 'name' | 'mime' | 'width' | 'height'>): string {
  const { _id, width, height } = video;
  const [across, down] = [width || 640, height || 360];
  const title = titleOf(video as VideoRecord)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');
  const src = `${location.origin}/embed/${_id}`;
  return `<iframe src="${src}" title="${title}" width="${across}" height="${down}" style="border:0;max-width:100%;height:auto;aspect-ratio:${across}/${down}" allow="fullscreen" loading="lazy"></iframe>`;
}
