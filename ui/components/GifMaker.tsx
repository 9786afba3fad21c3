import { ImagePlay, X } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { VideoRecord } from '../../api/contract/video.ts';
import { MAX_GIF_SECONDS, MIN_TRIM_SECONDS } from '../../engine/project/limits.ts';
import { later } from '../state/later.ts';
import { showFailure } from '../state/notices.ts';
import { lengthInWords } from './words.ts';

interface Props {
  video: VideoRecord;
  player: RefObject<HTMLVideoElement | null>;
}

/** Makes a GIF of the video; of one that is longer than a GIF may be, a part that is chosen first. */
export function GifMaker({ video, player }: Props) {
  const [isChoosing, setChoosing] = useState(false);
  const { isBusy, make, stop } = useMaking(video);
  const length = video.duration ?? 0;
  if (isBusy) {
    return (
      <span className="video-making" role="status">
        Loading ...
        <button type="button" className="button plain" onClick={stop}>
          <X aria-hidden="true" />
          Stop
        </button>
      </span>
    );
  }
  const isLong = length > MAX_GIF_SECONDS;
  return (
    <>
      <button
        type="button"
        className="button plain"
        aria-expanded={isLong ? isChoosing : undefined}
        onClick={() => (isLong ? setChoosing(!isChoosing) : make(0))}
      >
        <ImagePlay aria-hidden="true" />
        Make a GIF
      </button>
      {isChoosing && <PartChoice length={length} player={player} onMake={make} />}
    </>
  );
}

interface PartProps {
  /** Of the video, seconds. */
  length: number;
  player: RefObject<HTMLVideoElement | null>;
  onMake: (start: number) => void;
}

/** Which part becomes the GIF: it begins at a moment, and the player goes there to show it. */
function PartChoice({ length, player, onMake }: PartProps) {
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
      className="gif-part"
      onSubmit={(event) => {
        event.preventDefault();
        onMake(start);
      }}
    >
      <p>A GIF can be {MAX_GIF_SECONDS} s long at most. It is made from this video: choose where it begins.</p>
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
        {clock(start)} – {clock(end)}
      </output>
      <button type="submit" className="button primary">
        Make this GIF
      </button>
    </form>
  );
}

/** A time as m:ss. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function useMaking(video: VideoRecord) {
  const [isBusy, setBusy] = useState(false);
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);
  const make = async (start: number) => {
    const ending = new AbortController();
    const { signal } = ending;
    work.current = ending;
    setBusy(true);
    try {
      const { makeGif } = await later(() => import('../studio/state/makeGif.ts'));
      const { _id, width, height } = { ...video, ...(await makeGif(video, start, signal)) };
      if (!signal.aborted) navigate(`/videos/${_id}`, { state: { width, height } });
    } catch (error) {
      if (!signal.aborted) showFailure(error);
    }
    setBusy(false);
  };
  return { isBusy, make: (start: number) => void make(start), stop: () => work.current?.abort() };
}
