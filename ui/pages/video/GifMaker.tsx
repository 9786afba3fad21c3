import { ImagePlay, X } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { VideoRecord } from '../../../api/contract/video.ts';
import { stoppable } from '../../../engine/browser/stoppable.ts';
import { MAX_GIF_SECONDS, MIN_TRIM_SECONDS } from '../../../engine/project/limits.ts';
import { showFailure } from '../../client/page/notices.ts';
import { useFocusHandover } from '../../kit/hooks.ts';
import { LiveRegion, tenths } from '../../kit/progress.tsx';
import { clockTime, lengthInWords, sendingWords } from '../../kit/words.ts';
import '../../kit/style/content.css';

interface Props {
  video: VideoRecord;
  player: RefObject<HTMLVideoElement | null>;
}

/** Converts the video to a GIF. If it exceeds the maximum length of a GIF, a part must be chosen first. */
export function GifMaker({ video, player }: Props) {
  const [isChoosing, setChoosing] = useState(false);
  const { isBusy, share, make, stop } = useMaking(video);
  const main = useRef<HTMLButtonElement>(null);
  const length = video.duration ?? 0;
  if (isBusy) return <Making share={share} main={main} onStop={stop} />;
  const isLong = length > MAX_GIF_SECONDS;
  return (
    <>
      <MakeButton
        main={main}
        isOpen={isLong ? isChoosing : undefined}
        onClick={() => (isLong ? setChoosing(!isChoosing) : make(0))}
      />
      {isChoosing && <PartChoice length={length} player={player} main={main} onMake={make} />}
    </>
  );
}

/** The current main button (create or stop); it receives the focus of its predecessor. */
type MainButton = RefObject<HTMLButtonElement | null>;

function MakeButton({ main, isOpen, onClick }: { main: MainButton; isOpen: boolean | undefined; onClick: () => void }) {
  useFocusHandover(main, () => main.current);
  return (
    <button ref={main} type="button" className="button plain" aria-expanded={isOpen} onClick={onClick}>
      <ImagePlay aria-hidden="true" />
      Create a GIF
    </button>
  );
}

/** @param props.share uploaded share of the media, 0 to 1; undefined while nothing is uploaded. */
function Making({ share, main, onStop }: { share: number | undefined; main: MainButton; onStop: () => void }) {
  useFocusHandover(main, () => main.current);
  return (
    <div className="soft small video-making">
      <span className="numbers">{share === undefined ? 'Loading ...' : sendingWords(share)}</span>
      <LiveRegion>{share === undefined ? 'Loading ...' : `Uploading, ${tenths(share)}`}</LiveRegion>
      <button ref={main} type="button" className="button plain" onClick={onStop}>
        <X aria-hidden="true" />
        Stop
      </button>
    </div>
  );
}

interface PartProps {
  /** Length of the video, in seconds. */
  length: number;
  player: RefObject<HTMLVideoElement | null>;
  main: MainButton;
  onMake: (start: number) => void;
}

/** Chooses the start of the GIF; the player seeks there. */
function PartChoice({ length, player, main, onMake }: PartProps) {
  const place = useRef<HTMLFormElement>(null);
  useFocusHandover(place, () => main.current);
  const latest = Math.floor(length - MIN_TRIM_SECONDS);
  const [start, setStart] = useState(0);
  const id = useId();
  const end = Math.min(length, start + MAX_GIF_SECONDS);
  const show = (time: number) => {
    setStart(time);
    if (player.current) player.current.currentTime = time;
  };
  return (
    <form
      ref={place}
      className="card gif-part"
      onSubmit={(event) => {
        event.preventDefault();
        onMake(start);
      }}
    >
      <p>A GIF can be at most {MAX_GIF_SECONDS} s long. Choose where it starts in this video.</p>
      <label htmlFor={id}>Starts at</label>
      <input
        id={id}
        type="range"
        min={0}
        max={latest}
        step={1}
        value={start}
        aria-valuetext={lengthInWords(start)}
        onChange={({ target }) => show(Number(target.value))}
      />
      <output className="numbers" htmlFor={id}>
        {clockTime(start)} – {clockTime(end)}
      </output>
      <button type="submit" className="button primary">
        Create this GIF
      </button>
    </form>
  );
}

function useMaking(video: VideoRecord) {
  const [isBusy, setBusy] = useState(false);
  const [share, setShare] = useState<number>();
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);
  const make = async (start: number) => {
    const ending = new AbortController();
    const { signal } = ending;
    work.current = ending;
    setBusy(true);
    setShare(undefined);
    const onProgress = (sent: number, total: number) => setShare(sent < total ? sent / total : undefined);
    try {
      const part = import('../../client/renders/makeGif.ts');
      const gif = part.then(({ makeGif }) => makeGif(video, start, { signal, onProgress }));
      const { _id, width, height } = { ...video, ...(await stoppable(gif, signal)) };
      if (!signal.aborted) navigate(`/videos/${_id}`, { state: { width, height } });
    } catch (error) {
      if (!signal.aborted) showFailure(error);
    }
    setBusy(false);
  };
  return { isBusy, share, make: (start: number) => void make(start), stop: () => work.current?.abort() };
}
