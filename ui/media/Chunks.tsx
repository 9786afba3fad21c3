import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { watchSight } from '../kit/hooks.ts';

/** A section of a long drawing, in CSS pixels. */
export interface Piece {
  /** Offset of its left edge. */
  x: number;
  width: number;
  height: number;
  /** Width of the whole drawing. */
  whole: number;
}

/** Content of a long drawing. */
export interface Drawing {
  /** Paints a section; the context's origin is the section's left edge, in CSS pixels. */
  paint(ctx: CanvasRenderingContext2D, piece: Piece): void;
  /** Requests the data that a visible section needs. @param onChange called when there is more to paint. */
  wish(piece: Piece, onChange: () => void, signal: AbortSignal): void;
}

/** Width of a section's canvas, in CSS pixels: a zoomed strip can exceed the maximum canvas size. */
const CHUNK = 800;

/** A drawing as wide as its container, painted in sections and only where visible. */
export function Chunks({ drawing, height }: { drawing: Drawing; height: number }) {
  const place = useRef<HTMLDivElement>(null);
  const [whole, setWhole] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setWhole(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const starts = Array.from({ length: Math.ceil(whole / CHUNK) }, (_, index) => index * CHUNK);
  return (
    <div className="chunks" ref={place} style={{ height }} aria-hidden="true">
      {starts.map((x) => (
        <Chunk key={x} drawing={drawing} x={x} width={Math.min(CHUNK, whole - x)} height={height} whole={whole} />
      ))}
    </div>
  );
}

function Chunk({ drawing, x, width, height, whole }: Piece & { drawing: Drawing }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isSeen = useIsSeen(canvas);
  useEffect(() => {
    const element = canvas.current;
    if (!isSeen || !element) return;
    const piece = { x, width, height, whole };
    const ending = new AbortController();
    let frame = 0;
    const paint = () => {
      frame = 0;
      paintOn(element, piece, drawing);
    };
    paint();
    drawing.wish(
      piece,
      () => {
        if (frame === 0 && !ending.signal.aborted) frame = requestAnimationFrame(paint);
      },
      ending.signal,
    );
    return () => {
      cancelAnimationFrame(frame);
      ending.abort();
    };
  }, [isSeen, drawing, x, width, height, whole]);
  return <canvas ref={canvas} style={{ left: x, width, height }} />;
}

function paintOn(canvas: HTMLCanvasElement, piece: Piece, drawing: Drawing): void {
  const ratio = Math.min(2, devicePixelRatio);
  const [width, height] = [Math.ceil(piece.width * ratio), Math.ceil(piece.height * ratio)];
  // Setting the size clears a canvas, even if it is unchanged.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, piece.width, piece.height);
  drawing.paint(ctx, piece);
}

function useIsSeen(element: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => (element.current ? watchSight(element.current, setIsSeen, '100px 300px') : undefined), [element]);
  return isSeen;
}
