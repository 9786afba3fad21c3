import type { CSSProperties, ReactNode } from 'react';
import type { TrimPart, TrimWindow } from '../../engine/edit/trimWindow.ts';
import { isUntrimmed } from '../../engine/timeline/durations.ts';
import { TimeField } from '../kit/TimeField.tsx';
import { TrimSlider } from '../kit/TrimSlider.tsx';
import { secondsWords } from '../kit/words.ts';
import { endStep } from './drafts.ts';
import '../player/player.css';

interface Props extends TrimWindow {
  /** Accessible name, such as "Trim video". */
  label: string;
  /** Length of the file, in seconds. */
  duration: number;
  /** Height of the strip behind the thumbs, in CSS pixels. */
  height: number;
  /** Current media time, in seconds of the file. */
  playhead: number | undefined;
  onChange: (start: number, end: number, which: TrimPart) => void;
  /** Moves one end to a time in seconds, as far as its limits allow. */
  onStep: (part: 'start' | 'end', to: number) => void;
  /** Strip of the whole file, shown behind the thumbs. */
  children?: ReactNode;
}

/** Trim slider with two thumbs and text fields for both times. */
export function SpanFields({ label, start, end, duration, height, playhead, onChange, onStep, children }: Props) {
  const values = { start, end };
  const field = (part: 'start' | 'end') => (
    <TimeField
      label={part === 'start' ? 'Start' : 'End'}
      value={values[part]}
      onChange={(seconds) => !Number.isNaN(seconds) && onStep(part, seconds)}
      onStep={(by) => onStep(part, values[part] + by)}
      onEnd={endStep}
    />
  );
  return (
    <div className="stack-2 tool-trim" style={{ '--strip': `${height}px` } as CSSProperties}>
      <TrimSlider {...{ label, start, end, duration, playhead, onChange }} onEnd={endStep}>
        <div className="tool-trim-strips">{children}</div>
      </TrimSlider>
      {/* A tool may trim two files: the group name tells screen readers which one these fields belong to. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout. */}
      <div className="split trim-fields" role="group" aria-label={label}>
        {field('start')}
        <p className="soft small numbers" role="status">
          {isUntrimmed(start, end, duration)
            ? `Entire ${secondsWords(duration)}`
            : `${secondsWords(end - start)} of ${secondsWords(duration)}`}
        </p>
        {field('end')}
      </div>
    </div>
  );
}

/** Reads the span of a source from the settings of a draft. @param names of the start and end fields. */
export function spanOf(
  settings: Readonly<Record<string, unknown>>,
  [from, to]: readonly [string, string],
  duration: number,
): TrimWindow {
  const start = settings[from];
  const end = settings[to];
  return { start: typeof start === 'number' ? start : 0, end: typeof end === 'number' ? end : duration };
}
