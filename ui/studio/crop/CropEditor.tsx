import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useSnapshot } from 'valtio';
import { TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import { type CropFrame, pannedFrame, pulledFrame } from '../../../engine/layout/cropFrame.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { type Handle, handleCursor, handles, sidesOf } from '../../../engine/layout/handles.ts';
import { type Point, rotated } from '../../../engine/layout/point.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { useFocusOnOpen } from '../../app/focus.ts';
import { startDrag } from '../../kit/drag.ts';
import { shownCanvas } from '../state/liveStage.ts';
import { endStep } from '../state/studio.ts';
import { applyCrop, draftCrop, frameOf, ratioOf, startCropping } from './cropping.ts';
import { cropping, endCropping } from './croppingState.ts';
import '../style/canvas.css';

interface Props {
  layer: PictureLayer;
  /** CSS pixels per canvas pixel. */
  scale: number;
}

const names: Record<Handle, string> = {
  nw: 'Top left corner',
  n: 'Top edge',
  ne: 'Top right corner',
  e: 'Right edge',
  se: 'Bottom right corner',
  s: 'Bottom edge',
  sw: 'Bottom left corner',
  w: 'Left edge',
};

/** Step of an arrow key as a share of the image; ten times as much with Shift. */
const STEP = 0.01;
const ways: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/**
 * The whole source over its layer, with a crop frame. The frame's handles and the source below it can be moved by
 * mouse, touch and arrow keys.
 */
export function CropEditor({ layer, scale }: Props) {
  const { draft, shape } = useSnapshot(cropping);
  const picture = useRef<HTMLCanvasElement>(null);
  const inside = useRef<HTMLButtonElement>(null);
  const { id } = layer;
  useEffect(() => startCropping(id), [id]);
  useFocusOnOpen(inside);
  // Its dimensions may be known only after loading.
  usePaintedWhole(picture, layer);
  const frame = (draft as CropFrame | null) ?? frameOf(layer);
  if (!frame) return null;
  const ratio = ratioOf(frame, shape);
  const pull = (handle: Handle | undefined, from: CropFrame, way: Point) =>
    handle ? pulledFrame(from, handle, way, ratio) : pannedFrame(from, way);
  const press = (handle: Handle | undefined) => (event: PointerEvent<HTMLElement>) => {
    const { clientX: x, clientY: y } = event;
    startDrag(event, {
      onMove: (nowX, { clientY }) => {
        const way = rotated({ x: (nowX - x) / scale, y: (clientY - y) / scale }, -frame.rotation);
        draftCrop(pull(handle, frame, way));
      },
      onEnd: () => cropping.draft && applyCrop(id, cropping.draft as CropFrame),
      onCancel: () => draftCrop(null),
    });
  };
  const key = (handle: Handle | undefined) => (event: KeyboardEvent) => {
    const way = ways[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const far = event.shiftKey ? 10 : 1;
    const by = { x: far * way.x * frame.whole.width, y: far * way.y * frame.whole.height };
    applyCrop(id, pull(handle, frame, by), `${id} crop`);
  };
  const seen = percentOf(frame);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      className="crop-editor"
      role="group"
      aria-label="Crop"
      style={placeOf(frame, scale)}
      onKeyDown={endByKey}
      onKeyUp={endStep}
      {...{ [TARGET_ATTRIBUTE]: 'none' }}
    >
      <div className="cover crop-whole" aria-hidden="true">
        <canvas ref={picture} />
        <div className="crop-dark" style={seen} />
      </div>
      <button
        ref={inside}
        type="button"
        className="crop-inside"
        aria-label="Image: arrow keys move it within the frame"
        style={seen}
        onPointerDown={press(undefined)}
        onKeyDown={key(undefined)}
      />
      {handles.map((handle) => (
        <button
          key={handle}
          type="button"
          className="center crop-handle"
          data-handle={handle}
          aria-label={names[handle]}
          style={{ ...handlePlace(frame, handle), cursor: handleCursor(handle, frame.rotation) }}
          onPointerDown={press(handle)}
          onKeyDown={key(handle)}
        >
          <span />
        </button>
      ))}
    </div>
  );
}

function endByKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' && event.key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation();
  endCropping();
}

/** Position of the whole source over the canvas. */
function placeOf({ whole, rotation, pivot }: CropFrame, scale: number): CSSProperties {
  return {
    left: whole.x * scale,
    top: whole.y * scale,
    width: whole.width * scale,
    height: whole.height * scale,
    transform: `rotate(${rotation}deg)`,
    transformOrigin: `${(pivot.x - whole.x) * scale}px ${(pivot.y - whole.y) * scale}px`,
  };
}

/** The crop frame as shares of the whole source. */
function sharesOf({ frame, whole }: CropFrame): Rect {
  return {
    ...{ x: (frame.x - whole.x) / whole.width, y: (frame.y - whole.y) / whole.height },
    ...{ width: frame.width / whole.width, height: frame.height / whole.height },
  };
}

function percentOf(frame: CropFrame): CSSProperties {
  const { x, y, width, height } = sharesOf(frame);
  const [left, top] = [`${100 * x}%`, `${100 * y}%`];
  return { left, top, width: `${100 * width}%`, height: `${100 * height}%` };
}

function handlePlace(frame: CropFrame, handle: Handle): CSSProperties {
  const { x, y, width, height } = sharesOf(frame);
  const sides = sidesOf(handle);
  return { left: `${100 * (x + (width * (sides.x + 1)) / 2)}%`, top: `${100 * (y + (height * (sides.y + 1)) / 2)}%` };
}

/** Maximum side of the painted image, in pixels. */
const MOST = 1600;

/**
 * Paints the whole current frame of a layer's file onto a canvas, flipped like the layer. Repaints when the frame
 * changes.
 * @returns whether the file is loaded.
 */
function usePaintedWhole(
  canvas: RefObject<HTMLCanvasElement | null>,
  { id, flipped, flippedVertical }: PictureLayer,
): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    let painted = Number.NaN;
    let frame = 0;
    const paint = () => {
      frame = requestAnimationFrame(paint);
      const picture = shownCanvas()?.preview.pictureOf(id);
      if (picture) setThere(true);
      const ctx = canvas.current?.getContext('2d');
      if (!picture || !ctx || picture.version === painted) return;
      const { source, width, height, version } = picture;
      const scale = Math.min(1, MOST / Math.max(width, height));
      const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
      Object.assign(ctx.canvas, size);
      ctx.translate(flipped ? size.width : 0, flippedVertical ? size.height : 0);
      ctx.scale(flipped ? -1 : 1, flippedVertical ? -1 : 1);
      ctx.imageSmoothingQuality = 'high';
      ctx.drawImage(source, 0, 0, size.width, size.height);
      painted = version;
    };
    paint();
    return () => cancelAnimationFrame(frame);
  }, [canvas, id, flipped, flippedVertical]);
  return isThere;
}
