import { Plus, RotateCcw, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { monotoneCurve } from '../../../engine/effects/monotoneCurve.ts';
import type { ColorGrade, CurvePoint } from '../../../engine/project/colorGrade.ts';
import { startDrag } from '../../kit/drag.ts';
import { SelectField } from '../../kit/SelectField.tsx';
import '../../kit/style/effects.css';

type Curves = NonNullable<ColorGrade['curve']>;
type Channel = keyof Curves;

interface Props {
  value: Curves;
  /** Called at each step of a drag or key. @param isWhole whether this is its own undo step. */
  onChange: (value: Curves, isWhole: boolean) => void;
  /** Called when a drag or key ends. */
  onEnd: () => void;
}

const channels: { value: Channel; title: string }[] = [
  { value: 'master', title: 'All channels' },
  { value: 'red', title: 'Red' },
  { value: 'green', title: 'Green' },
  { value: 'blue', title: 'Blue' },
];
const straight: CurvePoint[] = [
  [0, 0],
  [1, 1],
];
const MAX_POINTS = 16;
/** Least distance of two points, and step of an arrow key; ten times as much with Shift. */
const STEP = 0.01;
const moves: Readonly<Record<string, CurvePoint>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};
/** Samples of the drawn curve. */
const samples = Array.from({ length: 65 }, (_, i) => i / 64);

/**
 * Curves of all channels and of each. A press on the plot adds a point, which can be dragged at once. Points are moved
 * by arrow keys and removed by Delete or Backspace.
 */
export function CurveEditor({ value, onChange, onEnd }: Props) {
  const [channel, setChannel] = useState<Channel>('master');
  const [chosen, setChosen] = useState(0);
  const plot = useRef<HTMLDivElement>(null);
  const points = (value[channel] as CurvePoint[] | undefined) ?? straight;
  const selected = Math.min(chosen, points.length - 1);
  const set = (next: CurvePoint[], isWhole = false) => {
    const isStraight = next.length === 2 && next.every(([x, y], i) => x === i && y === i);
    onChange({ ...value, [channel]: isStraight ? undefined : next }, isWhole);
  };
  const focus = (index: number) => {
    setChosen(index);
    requestAnimationFrame(() => plot.current?.querySelectorAll<HTMLElement>('[role="slider"]')[index]?.focus());
  };
  const addAt = (point: CurvePoint): number => {
    const index = points.findIndex(([x]) => x > point[0]);
    const at = index < 0 ? points.length : index;
    set(points.toSpliced(at, 0, point), true);
    return at;
  };
  const addInGap = () => {
    const gaps = points.slice(1).map(([x], i) => x - (points[i]?.[0] ?? 0));
    const widest = gaps.indexOf(Math.max(...gaps));
    const x = rounded(((points[widest]?.[0] ?? 0) + (points[widest + 1]?.[0] ?? 1)) / 2);
    focus(addAt([x, rounded(monotoneCurve(points)(x))]));
  };
  const remove = (index: number) => {
    if (points.length <= 2) return;
    set(points.toSpliced(index, 1), true);
    focus(Math.max(0, index - 1));
  };
  const drag = (press: PointerEvent<HTMLElement>, all: readonly CurvePoint[], index: number) => {
    setChosen(index);
    startDrag(press, {
      onMove: (_, event) => {
        const at = pointOf(plot.current, event);
        if (at) set(moved(all, index, at));
      },
      onEnd,
      onCancel: () => {
        set([...all]);
        onEnd();
      },
    });
  };
  const pressPlot = (press: PointerEvent<HTMLElement>) => {
    const at = pointOf(plot.current, press);
    const isFree = at && points.every(([x]) => Math.abs(x - at[0]) >= STEP);
    if (!isFree || press.button !== 0 || points.length >= MAX_POINTS) return;
    const index = addAt(at);
    drag(press, points.toSpliced(index, 0, at), index);
  };
  const pressKey = (event: KeyboardEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
    const by = moves[event.key];
    if (!isRemoval && !by) return;
    event.preventDefault();
    event.stopPropagation();
    if (isRemoval) {
      remove(index);
      return;
    }
    const [x, y] = points[index] as CurvePoint;
    const factor = event.shiftKey ? 10 : 1;
    const [right, up] = by as CurvePoint;
    set(moved(points, index, [x + right * factor, y + up * factor]));
  };
  const curve = monotoneCurve(points);
  const line = samples.map((x) => `${x * 100},${(1 - curve(x)) * 100}`).join(' ');
  return (
    <div className="stack-2">
      <SelectField
        label="Curve"
        value={channel}
        choices={channels}
        onChange={(next) => {
          setChannel(next);
          setChosen(0);
        }}
      />
      <div ref={plot} className="curve-plot" data-channel={channel} onPointerDown={pressPlot}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className="curve-grid" d="M25 0V100M50 0V100M75 0V100M0 25H100M0 50H100M0 75H100M0 100L100 0" />
          <polyline className="curve-line" points={line} />
        </svg>
        {points.map(([x, y], i) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a dragged point keeps its place among the others.
            key={i}
            role="slider"
            tabIndex={0}
            className="curve-point"
            aria-label={`Point ${i + 1} of ${points.length}`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(y * 100)}
            aria-valuetext={`Input ${Math.round(x * 100)}%, output ${Math.round(y * 100)}%`}
            style={{ left: `${x * 100}%`, top: `${(1 - y) * 100}%` }}
            onFocus={() => setChosen(i)}
            onPointerDown={(press) => {
              press.stopPropagation();
              drag(press, points, i);
            }}
            onDoubleClick={() => remove(i)}
            onKeyDown={(event) => pressKey(event, i)}
            onKeyUp={onEnd}
          />
        ))}
      </div>
      <div className="row wrap">
        <button type="button" className="button plain" disabled={points.length >= MAX_POINTS} onClick={addInGap}>
          <Plus aria-hidden="true" /> Add point
        </button>
        <button
          type="button"
          className="button plain"
          aria-disabled={points.length <= 2}
          onClick={() => remove(selected)}
        >
          <Trash2 aria-hidden="true" /> Remove point
        </button>
        <button
          type="button"
          className="button plain"
          aria-disabled={points === straight}
          onClick={() => points !== straight && set(straight, true)}
        >
          <RotateCcw aria-hidden="true" /> Reset curve
        </button>
      </div>
    </div>
  );
}

/** Moves a point; in x only between its neighbors. */
function moved(points: readonly CurvePoint[], index: number, [x, y]: CurvePoint): CurvePoint[] {
  const least = index === 0 ? 0 : (points[index - 1]?.[0] ?? 0) + STEP;
  const most = index === points.length - 1 ? 1 : (points[index + 1]?.[0] ?? 1) - STEP;
  return points.with(index, [rounded(Math.min(most, Math.max(least, x))), rounded(Math.min(1, Math.max(0, y)))]);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The point of a plot under the pointer. */
function pointOf(plot: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }) {
  const box = plot?.getBoundingClientRect();
  if (!box || box.width === 0) return undefined;
  const share = (value: number) => rounded(Math.min(1, Math.max(0, value)));
  return [share((clientX - box.left) / box.width), share(1 - (clientY - box.top) / box.height)] as CurvePoint;
}
