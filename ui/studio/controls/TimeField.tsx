import { Minus, Plus } from 'lucide-react';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { TRIM_STEPS } from '../../../engine/edit/trimWindow.ts';
import { parseTimecode, timecode } from '../../../engine/timeline/timecode.ts';
import { useHold } from './useHold.ts';
import './controls.css';

interface Props {
  /** For its field. */
  ref?: Ref<HTMLInputElement>;
  label: string;
  /** Seconds; NaN: what was typed is no time. */
  value: number;
  /** Takes a typed time, seconds; NaN for what is none. */
  onChange: (seconds: number) => void;
  /** Moves the time by seconds, as far as it goes. */
  onStep: (by: number) => void;
  /** A press, a hold or typing has ended. */
  onEnd?: () => void;
  /** Id of the sentence that says what is wrong with it. */
  refusedBy?: string | undefined;
}

/** A time as mm:ss.cc that one can type, with fine steps to either side: 0.03 s each, also by Up and Down. */
export function TimeField({ ref, label, value, onChange, onStep, onEnd = () => {}, refusedBy }: Props) {
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const readable = useRef(value);
  const isReadable = !Number.isNaN(value);
  if (isReadable) readable.current = value;
  // What could not be read goes when the time was chosen in another way.
  useEffect(() => {
    if (isReadable) setDraft(undefined);
  }, [isReadable]);
  const takeBack = () => {
    setDraft(undefined);
    if (!isReadable) onChange(readable.current);
  };
  const step = (by: number) => {
    setDraft(undefined);
    onStep(by);
  };
  const commit = () => {
    if (draft === undefined) return;
    const seconds = parseTimecode(draft);
    onChange(seconds ?? Number.NaN);
    // What cannot be read stays, to be mended.
    if (seconds !== undefined) setDraft(undefined);
    onEnd();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape' && draft !== undefined) takeBack();
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? TRIM_STEPS.fine : -TRIM_STEPS.fine);
  };
  return (
    <div className="time-field">
      <label htmlFor={id}>{label}</label>
      <span className="stepper-row">
        <StepButton
          label={`${label}: a little earlier`}
          icon={<Minus />}
          work={() => step(-TRIM_STEPS.fine)}
          end={onEnd}
        />
        <input
          ref={ref}
          id={id}
          className="numbers"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          // Escape then has nothing to take back here.
          data-at-rest={draft === undefined || undefined}
          aria-invalid={refusedBy !== undefined}
          aria-describedby={refusedBy}
          value={draft ?? timecode(readable.current)}
          onFocus={(event) => event.target.select()}
          onChange={({ target }) => setDraft(target.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
          onKeyUp={(event) => (event.key === 'ArrowUp' || event.key === 'ArrowDown') && onEnd()}
        />
        <StepButton label={`${label}: a little later`} icon={<Plus />} work={() => step(TRIM_STEPS.fine)} end={onEnd} />
      </span>
    </div>
  );
}

interface StepButtonProps {
  label: string;
  icon: React.ReactNode;
  work: () => void;
  end: () => void;
}

function StepButton({ label, icon, work, end }: StepButtonProps) {
  return (
    <button type="button" aria-label={label} title={`${label} (0.03 s)`} {...useHold(work, end)}>
      <span aria-hidden="true">{icon}</span>
    </button>
  );
}
