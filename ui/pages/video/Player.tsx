import { Download, ImageDown, Link as LinkIcon, PencilLine, Share2, Trash2 } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { lazyPart } from '../../app/lazyPart.ts';
import { place } from '../../app/place.ts';
import { copyText } from '../../client/page/copyText.ts';
import { showError, showNote } from '../../client/page/notices.ts';
import { saveBlob } from '../../client/page/saveFile.ts';
import { removeVideo } from '../../client/renders/videos.ts';
import { FactList } from '../../kit/facts.tsx';
import { LiveRegion } from '../../kit/progress.tsx';
import { ratioStyle } from '../../kit/RatioFrame.tsx';
import { downloadName, formatInWords, lengthInWords, shownTitleOf, sizeInWords, titleOf } from '../../kit/words.ts';
import type { WaveformProps } from '../../media/Waveform.tsx';
import { isEditable, workPath } from './cameFrom.ts';
import { GifMaker } from './GifMaker.tsx';
import '../../kit/style/content.css';
import '../pages.css';

const Sharing = lazyPart<{ video: VideoRecord }>(async () => (await import('./Sharing.tsx')).Sharing);

/** The result: player, facts, download and further actions. */
export function Player({ video, url }: { video: VideoRecord; url: string }) {
  const player = useRef<HTMLVideoElement>(null);
  const isVideo = video.mime?.startsWith('video/') === true;
  return (
    <>
      <div className="center stage" style={ratioStyle({ width: video.width || 16, height: video.height || 9 })}>
        <Result video={video} url={url} player={player} />
      </div>
      <LiveRegion>Render finished.</LiveRegion>
      <div className="row wrap split video-foot">
        <FactList facts={factsOf(video)} />
        <div className="wrap video-actions">
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
      <div className="row wrap video-next">
        <AgainLink id={video._id} />
        {isVideo && <StillButton video={video} player={player} />}
        {isVideo && <GifMaker video={video} player={player} />}
      </div>
    </>
  );
}

/** Code of a media error for a codec that the browser lacks: MEDIA_ERR_SRC_NOT_SUPPORTED. */
const NOT_SUPPORTED = 4;

interface ResultProps {
  video: VideoRecord;
  url: string;
  player: React.Ref<HTMLVideoElement>;
}

function Result({ video, url, player }: ResultProps) {
  const [isUnplayable, setUnplayable] = useState(false);
  if (video.mime?.startsWith('image/')) return <img className="result fitted" src={url} alt={shownTitleOf(video)} />;
  if (video.mime?.startsWith('audio/')) return <Sound video={video} url={url} />;
  const isZip = video.mime === 'application/zip';
  // Browsers play neither ProRes nor, on some devices, HEVC and AV1.
  if (isUnplayable || isZip)
    return (
      <div className="stack">
        {video.poster && <img className="result fitted" src={video.poster} alt={shownTitleOf(video)} />}
        <p className="soft">
          {isZip
            ? 'Download the zip to use its numbered frames in another program.'
            : 'Your browser cannot play this file. Download it to open it in another program.'}
        </p>
      </div>
    );
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
      onError={({ currentTarget: { error } }) =>
        setUnplayable(video.mime === 'video/quicktime' || error?.code === NOT_SUPPORTED)
      }
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

const Waveform = lazyPart<WaveformProps>(async () => (await import('../../media/Waveform.tsx')).Waveform);

/** In CSS pixels. */
const HEIGHT = 112;

/** Audio result: waveform with a playhead, above the player. */
function Sound({ video, url }: { video: VideoRecord; url: string }) {
  const player = useRef<HTMLAudioElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  const duration = video.duration ?? 0;
  const showTime = () => {
    const { currentTime = 0 } = player.current ?? {};
    if (line.current) line.current.style.left = `${(100 * currentTime) / (duration || 1)}%`;
  };
  // The player below offers the same by keyboard.
  const seek = ({ clientX, currentTarget }: React.PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (player.current) player.current.currentTime = ((clientX - left) / width) * duration;
  };
  return (
    <div className="stack-2 sound-result">
      <div className="sound-wave" style={{ height: HEIGHT }} onPointerDown={seek}>
        <Waveform url={url} duration={duration} height={HEIGHT} />
        <span ref={line} className="sound-line" />
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: the words of the audio are unknown. */}
      <audio
        ref={player}
        src={url}
        controls
        preload="metadata"
        aria-label={shownTitleOf(video)}
        onTimeUpdate={showTime}
        onSeeking={showTime}
      />
    </div>
  );
}

interface StillButtonProps {
  video: VideoRecord;
  player: RefObject<HTMLVideoElement | null>;
}

/** Saves the frame that the player shows. */
function StillButton({ video, player }: StillButtonProps) {
  const save = async () => {
    if (!player.current) return;
    try {
      await saveStill(player.current, downloadName(video).replace(/\.\w+$/, ''));
    } catch {
      showError('The frame could not be saved. Play the video once and try again.');
    }
  };
  return (
    <button type="button" className="button plain" title="The frame shown in the player, as a PNG" onClick={save}>
      <ImageDown aria-hidden="true" />
      Save a frame as an image
    </button>
  );
}

/**
 * Saves the frame that a player shows as a PNG, in the video's size. Before playback, that is the poster, an image of
 * the same size.
 * @throws Error if there is no frame, or the browser cannot create the file.
 */
async function saveStill(player: HTMLVideoElement, name: string): Promise<void> {
  const picture = isUntouched(player) ? await load(player.poster) : await shownFrame(player);
  const canvas = document.createElement('canvas');
  canvas.width = player.videoWidth || (picture as HTMLImageElement).naturalWidth;
  canvas.height = player.videoHeight || (picture as HTMLImageElement).naturalHeight;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('No image.');
  saveBlob(`${name}.png`, blob);
}

/** Returns whether the player still shows its poster: neither played nor seeked. */
function isUntouched({ poster, played, currentTime }: HTMLVideoElement): boolean {
  return poster !== '' && played.length === 0 && currentTime === 0;
}

async function load(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** Waits for the frame of a player that was seeked before it had loaded. */
async function shownFrame(player: HTMLVideoElement): Promise<HTMLVideoElement> {
  if (player.error) throw player.error;
  if (player.readyState < player.HAVE_CURRENT_DATA || player.seeking) {
    await new Promise((resolve, reject) => {
      for (const name of ['seeked', 'loadeddata']) player.addEventListener(name, resolve, { once: true });
      player.addEventListener('error', reject, { once: true });
    });
  }
  return player;
}
