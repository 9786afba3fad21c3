import { type CSSProperties, type RefObject, useSyncExternalStore } from 'react';
import { TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import type { Box } from '../../../engine/layout/box.ts';
import { type Handle, handleCursor, handlePoint, handles, sidesOf } from '../../../engine/layout/handles.ts';
import { centerOf, type Point, rotated } from '../../../engine/layout/point.ts';

interface Props {
  /** CSS pixels from the canvas's corner. */
  box: Box;
  canRotate: boolean;
  /** Whether a gesture moves it: the rotate handle then does not change sides. */
  isDragging: boolean;
  /** Whether the layer is locked: it then has no handles. */
  isLocked: boolean;
  /** Whether it is a line, which has handles only at its ends. */
  isLine: boolean;
  area: RefObject<HTMLElement | null>;
  sheet: RefObject<HTMLElement | null>;
}

/**
 * For mouse and finger, in CSS pixels: size of a handle, of its hit area, and the shortest side of the handle frame.
 */
const sizes = {
  fine: { drawn: 12, hit: 24, least: 44 },
  coarse: { drawn: 18, hit: 44, least: 88 },
};
/** Distance between the box's edge and the rotate handle, in CSS pixels. */
const ROTATE_WAY = 30;
/** Half the size of the rotate handle, in CSS pixels. Its center stays this far from anything that would hide it. */
const EDGE = 12;

const lineEnds: readonly Handle[] = ['w', 'e'];

/** The selected layer's outline with eight resize handles and one to rotate. */
export function SelectionBox({ box, canRotate, isDragging, isLocked, isLine, area, sheet }: Props) {
  const size = useCoarse() ? sizes.coarse : sizes.fine;
  const frame = framed(box, size.least);
  return (
    <g className={`stage-selection ${isDragging ? 'is-held' : ''}`} data-testid="selection">
      {!isLine && !isLocked && <rect className="stage-selection-frame" {...plain(frame)} />}
      <rect className="stage-selection-halo" {...plain(box)} />
      <rect className="stage-selection-line" {...plain(box)} />
      {(isLocked ? [] : isLine ? lineEnds : handles)
        .filter((handle) => isLine || hasRoom(handle, frame, size.hit))
        .map((handle) => (
          <HandleMark key={handle} handle={handle} frame={frame} size={size} />
        ))}
      {canRotate && !isLocked && <RotateMark point={rotatePoint(frame, area.current, sheet.current)} size={size} />}
    </g>
  );
}

function HandleMark({ handle, frame, size }: { handle: Handle; frame: Box; size: typeof sizes.fine }) {
  const { x, y } = handlePoint(frame, handle);
  const { drawn, hit } = size;
  return (
    <g {...{ [TARGET_ATTRIBUTE]: handle }} style={{ cursor: handleCursor(handle, frame.rotation) }}>
      <rect className="stage-hit" x={x - hit / 2} y={y - hit / 2} width={hit} height={hit} />
      <rect
        className="stage-handle"
        x={x - drawn / 2}
        y={y - drawn / 2}
        width={drawn}
        height={drawn}
        rx={3}
        transform={`rotate(${frame.rotation} ${x} ${y})`}
      />
    </g>
  );
}

function RotateMark({ point: { x, y }, size: { hit } }: { point: Point; size: typeof sizes.fine }) {
  return (
    <g {...{ [TARGET_ATTRIBUTE]: 'rotate' }} style={{ cursor: 'grab' }} transform={`translate(${x} ${y})`}>
      <circle className="stage-hit" r={hit / 2} />
      <circle className="stage-handle" r={11} />
      <path className="stage-rotate-sign" d="M4.6 -2.6 A5 5 0 1 0 5 1.2 M4.9 -6 V-2.4 H1.3" />
    </g>
  );
}

/** Places the handles of a small layer further out, so that enough of the layer remains to drag it. */
function framed(box: Box, least: number): Box {
  const [wider, higher] = [Math.max(0, least - box.width), Math.max(0, least - box.height)];
  return {
    ...box,
    x: box.x - wider / 2,
    y: box.y - higher / 2,
    width: box.width + wider,
    height: box.height + higher,
  };
}

/** Handles in the middle of a short edge would be covered by those of its corners. */
function hasRoom(handle: Handle, frame: Box, hit: number): boolean {
  const { x, y } = sidesOf(handle);
  if (x === 0) return frame.width >= 2.2 * hit;
  return y !== 0 || frame.height >= 2.2 * hit;
}

/**
 * Position of the rotate handle: below the box; above it if that is out of sight or covered by the play bar; else
 * inside. In CSS pixels from the canvas's corner.
 */
function rotatePoint(frame: Box, area: HTMLElement | null, sheet: HTMLElement | null): Point {
  const ways = [frame.height / 2 + ROTATE_WAY, -frame.height / 2 - ROTATE_WAY, frame.height / 2 - ROTATE_WAY];
  const points = ways.map((way) => along(frame, way)) as [Point, Point, Point];
  if (!area || !sheet) return points[0];
  const { left, top } = sheet.getBoundingClientRect();
  const outer = area.getBoundingClientRect();
  const bar = area.querySelector('.play-bar')?.getBoundingClientRect();
  const isFree = ({ x, y }: Point) => {
    const at = { x: left + x, y: top + y };
    return isWithin(at, outer, -EDGE) && !(bar && isWithin(at, bar, EDGE));
  };
  return points.find(isFree) ?? points[2];
}

/** @param more margin added on each side of the rectangle. */
function isWithin({ x, y }: Point, { left, top, right, bottom }: DOMRect, more: number): boolean {
  return x > left - more && x < right + more && y > top - more && y < bottom + more;
}

function along(frame: Box, way: number): Point {
  const center = centerOf(frame);
  const { x, y } = rotated({ x: 0, y: way }, frame.rotation);
  return { x: center.x + x, y: center.y + y };
}

function plain(box: Box) {
  const { x, y, width, height } = box;
  return { x, y, width, height, transform: rotationTransform(box) };
}

const coarse = matchMedia('(pointer: coarse)');

function useCoarse(): boolean {
  return useSyncExternalStore(
    (changed) => {
      coarse.addEventListener('change', changed);
      return () => coarse.removeEventListener('change', changed);
    },
    () => coarse.matches,
  );
}

/** Converts a box to CSS pixels from the canvas's corner. @param scale CSS pixels per canvas pixel. */
export function scaledBox({ x, y, width, height, rotation }: Box, scale: number): Box {
  return { x: x * scale, y: y * scale, width: width * scale, height: height * scale, rotation };
}

/** SVG transform that rotates around the center of a box. */
export function rotationTransform(box: Box): string {
  const { x, y } = centerOf(box);
  return `rotate(${box.rotation} ${x} ${y})`;
}

/** Style that places an element over a box. */
export function boxStyle(box: Box, scale: number): CSSProperties {
  const { x, y, width, height, rotation } = scaledBox(box, scale);
  return { left: x, top: y, width, height, transform: rotation === 0 ? undefined : `rotate(${rotation}deg)` };
}
