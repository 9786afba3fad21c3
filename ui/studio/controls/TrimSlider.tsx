import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { moveTrim, type TrimPart } from '../../../engine/edit/trimWindow.ts';
import { MIN_TRIM_SECONDS } from '../../../engine/project/limits.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { secondsOf, trimKeys } from '../shortcuts/timeKeys.ts';
import { useTrimDrag } from './useTrimDrag.ts';
import '../timeline/timelineTrim.css';

/** What of a file is kept, chosen by two thumbs. Times in seconds of the file. */
export interface TrimSliderProps {
  /** What is trimmed, for screen readers, such as "Trim Video". */
  label: string;
  start: number;
  end: number;
  /** Length of the file. */
  duration: number;
  /** Least length that is kept; default 1 s. */
  minGap?: number;
  /** Called at each step of a drag or key. @param which what was moved. */
  onChange: (start: number, end: number, which: TrimPart) => void;
  /** Called when a drag has ended or a key was let go: a step of undo ends here. */
  onEnd: () => void;
  /** Takes back what a drag has changed when it is called off; by default `onChange` puts back what was before. */
  onCancel?: () => void;
  /** A moment of the file to mark by a line. */
  playhead?: number | undefined;
  /** What stands behind: a filmstrip or a waveform of the whole file. */
  children?: ReactNode;
}

/**
 * A file with two thumbs at the ends of what is kept; what lies between moves as a whole. Keys: see `trimKeys`.
 */
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
