import { useEffect, useMemo, useState } from 'react';
import type { StripPicture, StripState } from '../../engine/browser/strips/heldStrip.ts';
import { filmstrips } from '../client/media/strips.ts';
import { Chunks, type Drawing, type Piece } from './Chunks.tsx';
import { useIsAvailable, useIsUploaded } from './useMedia.ts';
import './media.css';

/** A span of a video as a row of thumbnails. */
export interface FilmstripProps {
  /** The URL in the project. */
  url: string;
  /** Duration of the file, in seconds. */
  duration: number;
  /** The span to show, in seconds of the file; default all of it. Reversed if from is after to. */
  from?: number;
  to?: number;
  /** CSS pixels. */
  height: number;
}

/** Aspect ratio until the first thumbnail is loaded. */
const USUAL_RATIO = 16 / 9;

/** A filmstrip as wide as its container. Loads coarse thumbnails first, and only for the visible part. */
export function Filmstrip({ url, duration, from = 0, to = duration, height }: FilmstripProps) {
  const isThere = useIsAvailable(url);
  const isUploaded = useIsUploaded(url);
  const [state, setState] = useState<StripState>(() => filmstrips.stateOf(url));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that arrives is requested again.
  const drawing = useMemo<Drawing>(
    () => ({
      paint: (ctx, piece) => paintStrip(ctx, piece, filmstrips.picturesOf(url), { from, to }),
      wish: (piece, onChange, signal) => {
        const ends = [piece.x, piece.x + piece.width].map((x) => from + ((to - from) * x) / piece.whole);
        // Two thumbnails per tile, so that one is near the tile's center.
        const interval = (Math.abs(to - from) * piece.height * USUAL_RATIO) / piece.whole / 2;
        const range = { from: Math.min(...ends), to: Math.max(...ends), interval, duration };
        const change = () => {
          setState(filmstrips.stateOf(url));
          onChange();
        };
        filmstrips.want(url, range, change, signal);
      },
    }),
    [url, from, to, duration, isThere, isUploaded],
  );
  useEffect(() => {
    if (isThere || isUploaded) filmstrips.refresh(url);
    setState(filmstrips.stateOf(url));
  }, [url, isThere, isUploaded]);
  return (
    <div className="video-strip" data-testid="filmstrip" data-state={state}>
      <Chunks drawing={drawing} height={height} />
      {state === 'failed' && <span className="cover strip-word">No thumbnails for this file</span>}
    </div>
  );
}

function paintStrip(
  ctx: CanvasRenderingContext2D,
  { x, width, height, whole }: Piece,
  pictures: readonly StripPicture[],
  { from, to }: { from: number; to: number },
): void {
  const [first] = pictures;
  if (!first || whole === 0) return;
  const tile = (height * first.image.width) / first.image.height;
  const last = Math.ceil((x + width) / tile);
  for (let index = Math.floor(x / tile); index < last; index += 1) {
    const middle = from + ((to - from) * (index + 0.5) * tile) / whole;
    const { image } = nearest(pictures, middle);
    // Slightly wider, so that there is no visible seam.
    ctx.drawImage(image, index * tile - x, 0, tile + 0.5, height);
  }
  ctx.canvas.dataset.pictures = String(pictures.length);
}

function nearest(pictures: readonly StripPicture[], time: number): StripPicture {
  let [low, high] = [0, pictures.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pictures[middle] as StripPicture).time <= time) low = middle;
    else high = middle - 1;
  }
  const [before, after] = [pictures[low] as StripPicture, pictures[low + 1]];
  return after && after.time - time < time - before.time ? after : before;
}
