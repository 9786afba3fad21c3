import { useEffect, useRef } from 'react';
import type { TransitionDirection, TransitionType } from '../../../engine/project/videoEffects.ts';
import { transitionEffect } from '../../../engine/transitions/index.ts';
import type { Scratch, TransitionContext } from '../../../engine/transitions/transition.ts';
import type { ScenePictures } from './useScenePictures.ts';

interface Props {
  type: TransitionType;
  direction: TransitionDirection;
  pictures: ScenePictures | undefined;
}

/** Duration of the animation and of the pause before it repeats, in seconds. */
const MOVING = 1.1;
const RESTING = 0.5;
/** Progress of most static thumbnails. */
const TYPICAL = 0.4;

/** A thumbnail of both scenes. Animates while its card is hovered or focused, unless reduced motion is preferred. */
export function TransitionPicture({ type, direction, pictures }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current } = canvas;
    if (!current || !pictures) return;
    const show = (progress?: number) => paint(current, { type, direction, pictures }, progress);
    show();
    return moveWhileSeen(current, show);
  }, [type, direction, pictures]);
  const ratio = pictures ? `${pictures.after.width} / ${pictures.after.height}` : '1';
  return <canvas ref={canvas} style={{ aspectRatio: ratio }} />;
}

/** @param progress 0 to 1; undefined for the static thumbnail. */
function paint(
  canvas: HTMLCanvasElement,
  { type, direction, pictures }: Props & { pictures: ScenePictures },
  progress?: number,
): void {
  const { before, after } = pictures;
  const { width, height } = after;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const ctx = canvas.getContext('2d') as (CanvasRenderingContext2D & TransitionContext) | null;
  if (!ctx) return;
  ctx.clearRect(0, 0, width, height);
  const effect = type === 'cut' ? undefined : transitionEffect(type);
  const at = progress ?? effect?.typical ?? TYPICAL;
  if (effect && at < 1) effect.paint(ctx, { before, after, width, height, scratch }, at, direction);
  else if (progress === undefined) paintCut(ctx, pictures);
  else ctx.drawImage(at < 0.5 ? before : after, 0, 0, width, height);
}

/** Thumbnails are small, so each call creates a canvas. */
function scratch(_index: number, width: number, height: number): Scratch {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { ctx: canvas.getContext('2d') as CanvasRenderingContext2D & TransitionContext, picture: canvas };
}

/** A cut has no intermediate frame: paints both scenes, separated by a diagonal. */
function paintCut(ctx: CanvasRenderingContext2D, { before, after }: ScenePictures): void {
  const { width, height } = after;
  const [top, bottom] = [width * 0.62, width * 0.38];
  ctx.drawImage(after, 0, 0, width, height);
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(0, 0);
  ctx.lineTo(top, 0);
  ctx.lineTo(bottom, height);
  ctx.lineTo(0, height);
  ctx.clip();
  ctx.drawImage(before, 0, 0, width, height);
  ctx.restore();
  ctx.beginPath();
  ctx.moveTo(top, 0);
  ctx.lineTo(bottom, height);
  ctx.strokeStyle = '#ffffff';
  ctx.lineWidth = width / 26;
  ctx.stroke();
}

/**
 * Calls `show` repeatedly with a progress of 0 to 1 while the canvas's card is hovered or focused.
 * @returns a function that stops it.
 */
function moveWhileSeen(canvas: HTMLCanvasElement, show: (progress?: number) => void): () => void {
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
    show();
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
