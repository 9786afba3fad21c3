import { Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { downloadName, titleOf } from '../../components/titles.ts';
import { showError, showNote } from '../../state/notices.ts';
import { place } from '../../state/place.ts';

/** Maximum size for sharing the file itself, in bytes; larger ones are shared as a link. */
const MOST_BYTES = 100_000_000;

/** Shares the result with another app: the file if the browser can, else the link. Hidden if it can do neither. */
export function ShareButton({ video, url }: { video: VideoRecord; url: string }) {
  const [isFetching, setFetching] = useState(false);
  const file = useRef<File>(undefined);
  const fetching = useRef<AbortController>(undefined);
  useEffect(() => () => fetching.current?.abort(), []);
  const sharesFile = canShareFile(video);
  if (!sharesFile && !canShareLink()) return null;
  const share = async () => {
    if (isFetching) return fetching.current?.abort();
    if (sharesFile && !file.current) {
      setFetching(true);
      fetching.current = new AbortController();
      file.current = await fileOf(video, url, fetching.current.signal);
      setFetching(false);
      if (fetching.current.signal.aborted) return;
    }
    await hand(file.current ? { files: [file.current], title: titleOf(video) } : linkOf(video));
  };
  return (
    <button type="button" className="button plain" aria-busy={isFetching} onClick={() => void share()}>
      <Share2 aria-hidden="true" />
      {isFetching ? 'Stop' : 'Share'}
    </button>
  );
}

function linkOf(video: VideoRecord): ShareData {
  return { url: location.origin + place.path, title: titleOf(video) };
}

function canShareLink(): boolean {
  return typeof navigator.share === 'function';
}

function canShareFile(video: VideoRecord): boolean {
  if (!navigator.canShare || (video.size ?? Infinity) > MOST_BYTES) return false;
  return navigator.canShare({ files: [new File([], downloadName(video), { type: video.mime ?? '' })] });
}

/** Loads the result as a file; undefined if that fails, and the link is shared instead. */
async function fileOf(video: VideoRecord, url: string, signal: AbortSignal): Promise<File | undefined> {
  try {
    const answer = await fetch(url, { signal });
    if (!answer.ok) return undefined;
    return new File([await answer.blob()], downloadName(video), { type: video.mime ?? '' });
  } catch {
    return undefined;
  }
}

async function hand(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    const { name } = error as Error;
    if (name === 'AbortError') return;
    // Browsers allow sharing only right after a press, and loading took too long; the file is loaded now.
    if (name === 'NotAllowedError') showNote('Ready to share. Press Share again.');
    else showError('Sharing failed. Download the file instead.');
  }
}
