import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { moveTrim, type TrimPart } from '../../../engine/edit/trimWindow.ts';
import { MIN_TRIM_SECONDS } from '../../../engine/project/limits.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { secondsOf, trimKeys } from '../shortcuts/timeKeys.ts';
import { useTrimDrag } from './useTrimDrag.ts';
import '../timeline/timelineTrim.css';

/** A span of a source, chosen by two thumbs. Times in seconds of the source. */
export interface TrimSliderProps {
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
        <div className="trim-back">{children}</div>
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
      aria-label={`${label}: ${part}`}
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
