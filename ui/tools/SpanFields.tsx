import type { CSSProperties, ReactNode } from 'react';
import { isUntrimmed } from '../../engine/edit/trim.ts';
import type { TrimPart, TrimWindow } from '../../engine/edit/trimWindow.ts';
import { secondsWords } from '../studio/controls/secondsWords.ts';
import { TimeField } from '../studio/controls/TimeField.tsx';
import { TrimSlider } from '../studio/controls/TrimSlider.tsx';
import { endStep } from './drafts.ts';
import '../studio/trim/trim.css';

interface Props extends TrimWindow {
  /** What is trimmed, such as "Trim video". */
  label: string;
  /** Length of the file, seconds. */
  duration: number;
  /** Of what stands behind the thumbs, CSS pixels. */
  height: number;
  /** The second of the file that is heard or seen. */
  playhead: number | undefined;
  onChange: (start: number, end: number, which: TrimPart) => void;
  /** Moves an end to a second, as far as it goes. */
  onStep: (part: 'start' | 'end', to: number) => void;
  /** The whole file, behind the thumbs. */
  children?: ReactNode;
}

/** What of a file counts: two thumbs over all of it, and their times to type. */
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
    <div className="tool-trim" style={{ '--strip': `${height}px` } as CSSProperties}>
      <TrimSlider {...{ label, start, end, duration, playhead, onChange }} onEnd={endStep}>
        <div className="tool-trim-strips">{children}</div>
      </TrimSlider>
      {/* A tool may trim two files: whose start and end these are, a screen reader says. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a layout of its own. */}
      <div className="trim-fields" role="group" aria-label={label}>
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

/** What of a file counts, as a draft has it. @param names of the fields of its start and end. */
export function spanOf(
  settings: Readonly<Record<string, unknown>>,
  [from, to]: readonly [string, string],
  duration: number,
): TrimWindow {
  const start = settings[from];
  const end = settings[to];
  return { start: typeof start === 'number' ? start : 0, end: typeof end === 'number' ? end : duration };
}
