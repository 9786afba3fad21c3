import { Focus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { bindPlacing } from '../../../engine/browser/gestures/bindPlacing.ts';
import {
  movedBy,
  type Placing,
  type SnapLines,
  snapped,
  usualPlacing,
  zoomedBy,
} from '../../../engine/layout/placing.ts';
import type { Tool } from '../../../engine/tools/tool.ts';
import { LiveRegion } from '../../kit/progress.tsx';
import { RangeField } from '../../kit/RangeField.tsx';
import { endStep, setFields } from '../drafts.ts';
import { SpanPanel } from '../SpanPanel.tsx';
import type { PanelProps } from '../toolPanel.ts';
import '../tools.css';

/** Step of an arrow key in percent of the frame, and zoom factor of a key. */
const STEP = { fine: 1, coarse: 10, zoom: 1.05 };

const zoomKeys: Readonly<Record<string, number>> = { '+': STEP.zoom, '=': STEP.zoom, '-': 1 / STEP.zoom };
const moveKeys: Readonly<Record<string, readonly [number, number]>> = {
  ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] },
};

const noLines: SnapLines = { x: undefined, y: undefined };

/** Overlay that moves and zooms the source in its frame. */
export function ResizeFrame({ tool, draft, project }: PanelProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState(noLines);
  const placing = placingOf(draft.settings);
  const box = project.scenes[0]?.layers.at(-1)?.position;
  const size = { width: Number.parseFloat(box?.width ?? '100'), height: Number.parseFloat(box?.height ?? '100') };
  const newest = useRef({ placing, size });
  newest.current = { placing, size };
  useEffect(() => {
    if (!frame.current) return;
    return bindPlacing(frame.current, {
      now: () => newest.current.placing,
      put(to, isFree) {
        const found = isFree ? { placing: to, lines: noLines } : snapped(to, newest.current.size);
        setPlacement(tool, found.placing);
        // Several moves may arrive before the next render.
        newest.current = { ...newest.current, placing: found.placing };
        setLines(found.lines);
      },
      end() {
        setLines(noLines);
        endStep();
      },
    });
  }, [tool]);
  const press = (event: KeyboardEvent) => {
    const to = afterKey(event, placing);
    if (!to) return;
    event.preventDefault();
    setPlacement(tool, to);
  };
  return (
    <div
      ref={frame}
      className="cover resize-frame"
      role="application"
      aria-label="Image in its frame"
      aria-describedby="resize-help"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move and zoom it.
      tabIndex={0}
      onKeyDown={press}
    >
      {lines.x !== undefined && <span className="resize-line is-upright" style={{ left: `${lines.x}%` }} />}
      {lines.y !== undefined && <span className="resize-line is-level" style={{ top: `${lines.y}%` }} />}
      <LiveRegion>{placingWords(placing)}</LiveRegion>
    </div>
  );
}

/** Zoom slider and reset button. */
export function ResizeControls(props: PanelProps) {
  const { tool, draft } = props;
  const placing = placingOf(draft.settings);
  const isUsual = Object.entries(usualPlacing).every(([name, value]) => placing[name as keyof Placing] === value);
  return (
    <>
      <div className="resize-controls">
        <RangeField
          label="Zoom"
          value={placing.zoom}
          min={10}
          max={300}
          step={1}
          keys={{ coarse: 1 }}
          words={`${Math.round(placing.zoom)}%`}
          onChange={(zoom) => setPlacement(tool, { ...placing, zoom })}
          onEnd={endStep}
        />
        <button
          type="button"
          className="button plain"
          aria-disabled={isUsual}
          onClick={() => !isUsual && setPlacement(tool, usualPlacing)}
        >
          <Focus aria-hidden="true" />
          Back to the center
        </button>
        <p id="resize-help" className="soft small">
          <span className="for-mouse">
            Drag the image to move it. Pinch or Ctrl+scroll to zoom. The arrow keys, + and − do the same.
          </span>
          <span className="for-finger">Drag the image to move it. Pinch to zoom.</span>
        </p>
      </div>
      <SpanPanel {...props} />
    </>
  );
}

function placingOf({ resizeXPos, resizeYPos, resizeZoom }: Record<string, unknown>): Placing {
  const number = (value: unknown, usual: number) => (typeof value === 'number' ? value : usual);
  return { x: number(resizeXPos, 0), y: number(resizeYPos, 0), zoom: number(resizeZoom, usualPlacing.zoom) };
}

function setPlacement(tool: Tool, { x, y, zoom }: Placing): void {
  setFields(tool, {
    resizeXPos: x === 0 ? undefined : x,
    resizeYPos: y === 0 ? undefined : y,
    resizeZoom: zoom === usualPlacing.zoom ? undefined : zoom,
  });
}

function afterKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, placing: Placing): Placing | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === '0') return usualPlacing;
  const factor = zoomKeys[key];
  if (factor) return zoomedBy(placing, factor, { x: 0, y: 0 });
  const [dx, dy] = moveKeys[key] ?? [0, 0];
  const by = shiftKey ? STEP.coarse : STEP.fine;
  return dx === 0 && dy === 0 ? undefined : movedBy(placing, dx * by, dy * by);
}

function placingWords({ x, y, zoom }: Placing): string {
  const way = (value: number, more: string, less: string) =>
    value === 0 ? [] : `${Math.round(10 * Math.abs(value)) / 10}% ${value > 0 ? more : less}`;
  const place = [way(x, 'right', 'left'), way(y, 'down', 'up')].flat();
  return `${place.length > 0 ? place.join(', ') : 'In the middle'}, zoom ${Math.round(zoom)}%`;
}
