import { Download, Link as LinkIcon, PencilLine, Trash2 } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { copyText } from '../../components/copyText.ts';
import { FactList } from '../../components/FactList.tsx';
import { LiveRegion } from '../../components/LiveRegion.tsx';
import { ratioStyle } from '../../components/ratioStyle.ts';
import { downloadName, shownTitleOf } from '../../components/titles.ts';
import { formatInWords, lengthInWords, sizeInWords } from '../../components/words.ts';
import { showError, showNote } from '../../state/notices.ts';
import { place } from '../../state/place.ts';
import { removeVideo } from '../../state/videos.ts';
import { lazyPart } from '../../studio/state/lazyPart.ts';
import { isEditable, workPath } from './cameFrom.ts';
import { GifMaker } from './GifMaker.tsx';
import { ShareButton } from './ShareButton.tsx';
import { Sound } from './Sound.tsx';
import { StillButton } from './StillButton.tsx';
import '../../style/stage.css';
import '../../style/video.css';

const Sharing = lazyPart<{ video: VideoRecord }>(async () => (await import('./Sharing.tsx')).default);

/** The result: player, facts, download and further actions. */
export function Player({ video, url }: { video: VideoRecord; url: string }) {
  const player = useRef<HTMLVideoElement>(null);
  const isVideo = video.mime?.startsWith('video/') === true;
  return (
    <>
      <div className="stage" style={ratioStyle({ width: video.width || 16, height: video.height || 9 })}>
        <Result video={video} url={url} player={player} />
      </div>
      <LiveRegion>Render finished.</LiveRegion>
      <div className="video-foot">
        <FactList facts={factsOf(video)} />
        <div className="video-actions">
          <a className="button primary" href={url} download={downloadName(video)}>
            <Download aria-hidden="true" />
            Download
          </a>
          <ShareButton video={video} url={url} />
          <button type="button" className="button plain" onClick={copyLink}>
            <LinkIcon aria-hidden="true" />
            Copy link
          </button>
          {video.mine && <DeleteButton id={video._id} />}
        </div>
      </div>
      {video.notes.length > 0 && (
        <ul className="soft small" aria-label="Notes">
          {video.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {video.mine && (
        <Suspense fallback={<div className="sharing-room" />}>
          <Sharing video={video} />
        </Suspense>
      )}
      <div className="video-next">
        <AgainLink id={video._id} />
        {isVideo && <StillButton video={video} player={player} />}
        {isVideo && <GifMaker video={video} player={player} />}
      </div>
    </>
  );
}

interface ResultProps {
  video: VideoRecord;
  url: string;
  player: React.Ref<HTMLVideoElement>;
}

function Result({ video, url, player }: ResultProps) {
  if (video.mime?.startsWith('image/')) return <img className="result fitted" src={url} alt={shownTitleOf(video)} />;
  if (video.mime?.startsWith('audio/')) return <Sound video={video} url={url} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: captions are painted into the frames.
    <video
      ref={player}
      className="result fitted"
      src={url}
      controls
      playsInline
      preload="metadata"
      poster={video.poster ?? undefined}
      aria-label={shownTitleOf(video)}
    />
  );
}

/** Link to the project that the video was created from. */
function AgainLink({ id }: { id: string }) {
  return (
    <Link href={workPath(id)} className="button plain">
      <PencilLine aria-hidden="true" />
      {isEditable(id) ? 'Edit again' : 'Render another project'}
    </Link>
  );
}

function factsOf(video: VideoRecord): [name: string, value: string][] {
  return [
    ['Format', formatInWords(video.mime)],
    ['Dimensions', video.width && video.height ? `${video.width} × ${video.height}` : ''],
    ['Length', video.duration ? lengthInWords(video.duration) : ''],
    ['Size', video.size === null ? '' : sizeInWords(video.size)],
  ];
}

function DeleteButton({ id }: { id: string }) {
  const remove = () => {
    removeVideo(id);
    navigate('/');
  };
  return (
    <button type="button" className="button quiet icon" aria-label="Delete this render" title="Delete" onClick={remove}>
      <Trash2 aria-hidden="true" />
    </button>
  );
}

async function copyLink(): Promise<void> {
  const address = location.origin + place.path;
  if (await copyText(address)) showNote('Link copied.');
  else showError(`The link could not be copied: ${address}`);
}
