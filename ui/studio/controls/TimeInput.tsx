import { type Ref, useEffect, useRef, useState } from 'react';
import { TRIM_STEPS } from '../../../engine/edit/trimWindow.ts';
import { parseTimecode, timecode } from '../../../engine/timeline/timecode.ts';

/** A time in a field. */
export interface TimeInputProps {
  ref?: Ref<HTMLInputElement> | undefined;
  id?: string;
  /** Its name where no label stands beside it. */
  label?: string;
  /** Seconds; NaN: what was typed is no time. */
  value: number;
  /** Takes a typed time, seconds; NaN for what is none. */
  onChange: (seconds: number) => void;
  /** Moves the time by seconds, as far as it goes. */
  onStep: (by: number) => void;
  /** A held key or typing has ended. */
  onEnd?: () => void;
  isRefused?: boolean;
  /** Id of the sentence that says what is wrong with it. */
  refusedBy?: string | undefined;
}

/** A time as mm:ss.cc that one can type; Up and Down move it by 0.03 s. */
export function TimeInput(props: TimeInputProps) {
  const { ref, id, label, value, onChange, onStep, onEnd = () => {}, refusedBy } = props;
  const { isRefused = refusedBy !== undefined } = props;
  const [draft, setDraft] = useState<string>();
  const readable = useRef(value);
  const isReadable = !Number.isNaN(value);
  if (isReadable) readable.current = value;
  // What was typed goes when the time is another one, chosen in any way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time counts too.
  useEffect(() => {
    if (isReadable) setDraft(undefined);
  }, [value, isReadable]);
  const takeBack = () => {
    setDraft(undefined);
    if (!isReadable || isRefused) onChange(readable.current);
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
    <input
      {...{ ref, id }}
      className="numbers"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      // Escape then has nothing to take back here.
      data-at-rest={draft === undefined || undefined}
      aria-invalid={isRefused}
      aria-describedby={refusedBy}
      value={draft ?? timecode(readable.current)}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => (event.key === 'ArrowUp' || event.key === 'ArrowDown') && onEnd()}
    />
  );
}
