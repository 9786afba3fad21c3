import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { holdTouches } from '../../../engine/browser/gestures/holdTouches.ts';
import type { Size } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import type { Point } from '../../../engine/layout/point.ts';
import { intersection } from '../../../engine/layout/rect.ts';
import { LiveRegion } from '../../kit/progress.tsx';
import { shownCanvas } from '../state/liveStage.ts';
import '../style/canvas.css';

interface Props {
  layerId: string;
  /** @param color # and six hex digits. */
  onPick: (color: string) => void;
  /** Called after a color was picked, or on cancel. */
  onEnd: () => void;
}

/** Step of an arrow key as a share of the canvas; ten times as much with Shift. */
const STEP = 0.01;
const ways: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/**
 * Covers the canvas until a color of the layer is picked: by click, by lifting a finger, or by arrow keys and Enter.
 * Reads the color of the file, without filters and chroma key.
 */
export function PickFromCanvas({ layerId, onPick, onEnd }: Props) {
  const cover = useRef<HTMLButtonElement>(null);
  const [spot, setSpot] = useState<Point>({ x: 0.5, y: 0.5 });
  const [isByKey, setByKey] = useState(false);
  const color = colorAt(layerId, spot);
  useEffect(() => cover.current?.focus({ preventScroll: true }), []);
  useEffect(() => coverCanvas(cover), []);
  useEffect(() => {
    const ending = new AbortController();
    if (cover.current) holdTouches(cover.current, () => true, ending.signal);
    return () => ending.abort();
  }, []);
  const pick = (picked: string | undefined) => {
    if (picked === undefined) return;
    onPick(picked);
    onEnd();
  };
  const follow = (event: { clientX: number; clientY: number }) => {
    const at = spotOf(cover.current, event);
    setSpot(at);
    setByKey(false);
    return at;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ways[event.key];
    if (!way && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (!way) return onEnd();
    const far = event.shiftKey ? 10 : 1;
    setByKey(true);
    setSpot({ x: within(spot.x + far * way.x), y: within(spot.y + far * way.y) });
  };
  return (
    <>
      <button
        ref={cover}
        type="button"
        className="pick-cover"
        aria-label="Color in the image: arrow keys move the spot, Enter picks it"
        onKeyDown={onKeyDown}
        onPointerDown={follow}
        onPointerMove={follow}
        onPointerUp={(event) => pick(colorAt(layerId, follow(event)))}
        onClick={({ detail }) => detail === 0 && pick(color)}
      >
        <span className="pick-sheet">
          <span
            className="pick-spot"
            data-none={color === undefined}
            style={{ left: `${100 * spot.x}%`, top: `${100 * spot.y}%`, background: color }}
          />
        </span>
      </button>
      <LiveRegion>{isByKey ? (color ?? 'Next to the image') : ''}</LiveRegion>
    </>
  );
}

/** Keeps an element over the visible part of the canvas while it moves or zooms. @returns a function that stops it. */
function coverCanvas(cover: React.RefObject<HTMLElement | null>): () => void {
  let frame = 0;
  const place = () => {
    const sheet = shownCanvas()?.element;
    const seen = sheet?.closest('.studio-stage')?.getBoundingClientRect();
    const inside = cover.current?.firstElementChild as HTMLElement | null | undefined;
    if (sheet && seen && inside && cover.current) {
      const canvas = sheet.getBoundingClientRect();
      const shared = intersection(canvas, seen);
      setBox(cover.current, shared);
      setBox(inside, { ...sizeOf(canvas), x: canvas.x - shared.x, y: canvas.y - shared.y });
    }
    frame = requestAnimationFrame(place);
  };
  place();
  return () => cancelAnimationFrame(frame);
}

function setBox({ style }: HTMLElement, { x, y, width, height }: Rect): void {
  const sides = { left: x, top: y, width, height };
  for (const [side, pixels] of Object.entries(sides)) style.setProperty(side, `${pixels}px`);
}

function sizeOf({ width, height }: Rect): Size {
  return { width, height };
}

/** @returns shares of the canvas. */
function spotOf(cover: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left = 0, top = 0, width = 1, height = 1 } = cover?.firstElementChild?.getBoundingClientRect() ?? {};
  return { x: within((clientX - left) / width), y: within((clientY - top) / height) };
}

function colorAt(layerId: string, spot: Point): string | undefined {
  return shownCanvas()?.preview.colorAt(layerId, spot);
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}
