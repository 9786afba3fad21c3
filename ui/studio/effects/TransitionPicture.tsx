import { type RefObject, useEffect, useRef } from 'react';
import { transitionEffect } from '../../../engine/effects/index.ts';
import type { TransitionType } from '../../../engine/project/videoEffects.ts';
import type { ScenePictures } from './useScenePictures.ts';

interface Props {
  type: TransitionType;
  pictures: ScenePictures | undefined;
}

/** How long a picture moves, and rests before it starts over, seconds. */
const MOVING = 1.1;
const RESTING = 0.5;
/** Where it stands while nobody looks at it: at a moment that tells the ways apart. */
const STILL = 0.4;

/** Both scenes in one small picture; it moves while its choice has the pointer or the focus, unless motion is unwanted. */
export function TransitionPicture({ type, pictures }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current } = canvas;
    if (!current || !pictures) return;
    paint(current, type, pictures, STILL);
    return moveWhileSeen(current, (progress) => paint(current, type, pictures, progress));
  }, [type, pictures]);
  return <Picture canvas={canvas} pictures={pictures} />;
}

function Picture({ canvas, pictures }: { canvas: RefObject<HTMLCanvasElement | null> } & Pick<Props, 'pictures'>) {
  const ratio = pictures ? `${pictures.after.width} / ${pictures.after.height}` : '1';
  return <canvas ref={canvas} style={{ aspectRatio: ratio }} />;
}

function paint(canvas: HTMLCanvasElement, type: TransitionType, pictures: ScenePictures, progress: number): void {
  const { before, after } = pictures;
  const { width, height } = after;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  ctx.clearRect(0, 0, width, height);
  if (progress >= 1 || type === 'cut') {
    // Of a cut that stands still both scenes are shown, one beside the other.
    const isStill = type === 'cut' && progress === STILL;
    ctx.drawImage(progress < 0.5 && !isStill ? before : after, 0, 0, width, height);
    if (isStill) ctx.drawImage(before, 0, 0, width / 2, height, 0, 0, width / 2, height);
  } else
    transitionEffect(type).paint(
      ctx as Parameters<ReturnType<typeof transitionEffect>['paint']>[0],
      { before, after, width, height },
      progress,
    );
}

/** Calls with a progress of 0 to 1 again and again while the choice around a canvas is looked at. @returns ends it. */
function moveWhileSeen(canvas: HTMLCanvasElement, show: (progress: number) => void): () => void {
  const choice = canvas.closest('label');
  const unwanted = matchMedia('(prefers-reduced-motion: reduce)');
  let frame = 0;
  let begun = 0;
  const move = (now: number) => {
    begun ||= now;
    const passed = ((now - begun) / 1000) % (MOVING + RESTING);
    show(Math.min(1, passed / MOVING));
    frame = requestAnimationFrame(move);
  };
  const start = () => {
    if (unwanted.matches || frame !== 0) return;
    begun = 0;
    frame = requestAnimationFrame(move);
  };
  const stop = () => {
    if (choice?.matches(':hover, :focus-within')) return;
    end();
    show(STILL);
  };
  const end = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  const ending = new AbortController();
  for (const [name, run] of [
    ['pointerenter', start],
    ['focusin', start],
    ['pointerleave', stop],
    ['focusout', () => setTimeout(stop)],
  ] as const)
    choice?.addEventListener(name, run, { signal: ending.signal });
  return () => {
    ending.abort();
    end();
  };
}
