import { type RefObject, useLayoutEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { TARGET_ATTRIBUTE } from '../../../engine/browser/gestures/bindPointer.ts';
import { pixelSteps } from '../../../engine/layout/pixelRuler.ts';
import { rulerMarks } from '../../../engine/timeline/ruler.ts';
import { aids } from '../state/liveStage.ts';
import type { ZoomedSize } from './useZoom.ts';

interface Props {
  area: RefObject<HTMLElement | null>;
  sheet: RefObject<HTMLElement | null>;
  size: ZoomedSize;
}

/** The visible part of an axis, in CSS pixels from the area's edge. */
interface Axis {
  /** Where the canvas begins. */
  start: number;
  length: number;
}

/** Thickness of a ruler, and the space it leaves to the play bar below the canvas, in CSS pixels. */
const THICK = 20;
const BELOW = 44;

/** Rulers in canvas pixels along the top and the left edge. */
export function Rulers(props: Props) {
  return useSnapshot(aids).rulers ? <Shown {...props} /> : null;
}

function Shown({ area, sheet, size }: Props) {
  const [axes, setAxes] = useState<{ x: Axis; y: Axis }>();
  const { width, height, left, top, scale } = size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the canvas stands follows from all of its size.
  useLayoutEffect(() => {
    const outer = area.current;
    const inner = sheet.current;
    if (!outer || !inner) return;
    // offsetLeft and offsetTop ignore the translation of the canvas next to a sheet.
    const measure = () =>
      setAxes({
        x: { start: inner.offsetLeft, length: outer.clientWidth },
        y: { start: inner.offsetTop, length: outer.clientHeight - BELOW },
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    return () => observer.disconnect();
  }, [width, height, left, top, area, sheet]);
  if (!axes) return null;
  return (
    <div className="canvas-rulers" aria-hidden="true" data-testid="rulers" {...{ [TARGET_ATTRIBUTE]: 'none' }}>
      <Ruler axis={axes.y} scale={scale} isDown />
      <Ruler axis={axes.x} scale={scale} />
    </div>
  );
}

function Ruler({ axis: { start, length }, scale, isDown = false }: { axis: Axis; scale: number; isDown?: boolean }) {
  const { word, bare } = pixelSteps(scale);
  const [from, to] = [(THICK - start) / scale, (length - start) / scale];
  const placeOf = (pixel: number) => Math.round(start + pixel * scale) + 0.5;
  const lines = rulerMarks(from, to, bare).map((pixel) => {
    const reach = pixel % word === 0 ? THICK : 5;
    return isDown ? `M${THICK} ${placeOf(pixel)}h${-reach}` : `M${placeOf(pixel)} ${THICK}v${-reach}`;
  });
  const size = isDown ? { width: THICK, height: length } : { width: length, height: THICK };
  return (
    <svg className={`canvas-ruler ${isDown ? 'is-down' : ''}`} {...size} aria-hidden="true">
      <path d={lines.join('')} />
      {rulerMarks(from, to, word).map((pixel) => (
        <text
          key={pixel}
          transform={isDown ? `translate(9 ${placeOf(pixel) + 3}) rotate(-90)` : `translate(${placeOf(pixel) + 3} 9)`}
          textAnchor={isDown ? 'end' : 'start'}
        >
          {pixel}
        </text>
      ))}
    </svg>
  );
}
