import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useRef } from 'react';
import { moveTrim, type TrimPart } from '../../engine/edit/trimWindow.ts';
import { MIN_TRIM_SECONDS } from '../../engine/project/limits.ts';
import { timecode } from '../../engine/timeline/timecode.ts';
import { t } from '../client/page/t.ts';
import { DRAG_WAY, startDrag } from './drag.ts';
import { secondsOf, trimKeys } from './timeKeys.ts';
import './style/fields.css';

/** A span of a source, chosen by two thumbs. Times in seconds of the source. */
interface TrimSliderProps {
  /** Accessible name, such as "Trim Video". */
  label: string;
  start: number;
  end: number;
  /** Duration of the source. */
  duration: number;
  /** Minimum length; default 1 s. */
  minGap?: number;
  /** Called at each step of a drag or key. @param which the part that was moved. */
  onChange: (start: number, end: number, which: TrimPart) => void;
  /** Called when a drag ends or a key is released: closes the undo step. */
  onEnd: () => void;
  /** Reverts a cancelled drag; by default calls `onChange` with the previous span. */
  onCancel?: () => void;
  /** A time of the source to mark with a line. */
  playhead?: number | undefined;
  /** Background: a filmstrip or waveform of the whole source. */
  children?: ReactNode;
}

/** A source with two trim thumbs; dragging the area between moves the whole span. For keys, see `trimKeys`. */
export function TrimSlider(props: TrimSliderProps) {
  const { label, start, end, duration, minGap = MIN_TRIM_SECONDS, playhead, children } = props;
  const track = useRef<HTMLDivElement>(null);
  const drag = useTrimDrag(track, { ...props, minGap });
  const share = (seconds: number) => (duration > 0 ? Math.min(1, Math.max(0, seconds / duration)) : 0);
  const places = { '--start': share(start), '--end': duration > 0 ? share(end) : 1 } as React.CSSProperties;
  const isShown = playhead !== undefined && playhead >= 0 && playhead <= duration;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a layout of its own.
    <div className="trim-slider" role="group" aria-label={label} style={places}>
      <div className="trim-track" data-testid="trim-track" ref={track}>
        <div className="cover trim-back">{children}</div>
        <div className="trim-cut is-before" />
        <div className="trim-cut is-after" />
        <div className="trim-kept" data-testid="trim-window" onPointerDown={drag('both')} />
        {isShown && <div className="trim-playhead" style={{ left: `${100 * share(playhead)}%` }} />}
        <Thumb {...props} part="start" value={start} least={0} most={Math.max(0, end - minGap)} drag={drag('start')} />
        <Thumb
          {...props}
          part="end"
          value={end}
          least={Math.min(duration, start + minGap)}
          most={duration}
          drag={drag('end')}
        />
      </div>
    </div>
  );
}

interface ThumbProps extends TrimSliderProps {
  part: 'start' | 'end';
  value: number;
  least: number;
  most: number;
  drag: ReturnType<ReturnType<typeof useTrimDrag>>;
}

function Thumb({ label, start, end, duration, minGap, part, value, least, most, drag, onChange, onEnd }: ThumbProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = secondsOf(event, trimKeys);
    if (by === undefined) return;
    event.preventDefault();
    const moved = moveTrim({ start, end }, part, value + by, duration, minGap);
    if (moved.start !== start || moved.end !== end) onChange(moved.start, moved.end, part);
  };
  return (
    <div
      className={`trim-thumb is-${part}`}
      role="slider"
      tabIndex={0}
      aria-label={`${t(label)}: ${t(part)}`}
      aria-orientation="horizontal"
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={timecode(value)}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => secondsOf(event, trimKeys) !== undefined && onEnd()}
      onPointerDown={drag}
    />
  );
}

interface Dragged {
  start: number;
  end: number;
  duration: number;
  minGap: number;
  onChange: (start: number, end: number, which: TrimPart) => void;
  onEnd: () => void;
  onCancel?: (() => void) | undefined;
}

/**
 * Drags the edges of a trim span by mouse, pen or finger. Escape or the system cancels and restores them.
 * @param track as wide as the whole source.
 * @returns the press handler for a part.
 */
function useTrimDrag(track: RefObject<HTMLElement | null>, dragged: Dragged) {
  const now = useRef(dragged);
  now.current = dragged;
  const secondsAt = (x: number) => {
    const { left = 0, width = 0 } = track.current?.getBoundingClientRect() ?? {};
    return width > 0 ? ((x - left) / width) * now.current.duration : 0;
  };
  return (part: TrimPart) => (press: PointerEvent<HTMLElement>) => {
    const before = { start: now.current.start, end: now.current.end };
    /** Seconds from the pressed position to the moving edge. */
    const offset = (part === 'end' ? before.end : before.start) - secondsAt(press.clientX);
    let isMoved = false;
    startDrag(press, {
      way: part === 'both' ? DRAG_WAY : 0,
      onMove: (x) => {
        const { start, end, duration, minGap, onChange } = now.current;
        const moved = moveTrim({ start, end }, part, secondsAt(x) + offset, duration, minGap);
        if (moved.start === start && moved.end === end) return;
        isMoved = true;
        onChange(moved.start, moved.end, part);
      },
      onEnd: () => isMoved && now.current.onEnd(),
      onCancel: () => {
        const { onChange, onEnd, onCancel } = now.current;
        if (!isMoved) return;
        if (onCancel) return onCancel();
        onChange(before.start, before.end, part);
        onEnd();
      },
    });
  };
}
