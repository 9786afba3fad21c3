import { type Ref, useEffect, useRef, useState } from 'react';
import { TRIM_STEPS } from '../../engine/edit/trimWindow.ts';
import { frameTimecode, parseFrameTimecode, parseTimecode, timecode } from '../../engine/timeline/timecode.ts';

/** A text field for a time. */
export interface TimeInputProps {
  ref?: Ref<HTMLInputElement> | undefined;
  id?: string;
  /** Accessible name, if there is no label. */
  label?: string;
  /** Seconds; NaN after invalid input. */
  value: number;
  /** Frame rate, to write times in whole frames (mm:ss:ff). Default: in hundredths of a second. */
  fps?: number | undefined;
  /** Called with the typed time in seconds; NaN if invalid. */
  onChange: (seconds: number) => void;
  /** Changes the time by some seconds, within its range. */
  onStep: (by: number) => void;
  /** Called when a key repeat or typing ends. */
  onEnd?: () => void;
  isRefused?: boolean;
  /** Id of the error message. */
  refusedBy?: string | undefined;
}

/** A time field (mm:ss.cc, or mm:ss:ff); Up and Down change it by 0.03 s. */
export function TimeInput(props: TimeInputProps) {
  const { ref, id, label, value, fps, onChange, onStep, onEnd = () => {}, refusedBy } = props;
  const { isRefused = refusedBy !== undefined } = props;
  const [draft, setDraft] = useState<string>();
  const readable = useRef(value);
  const isReadable = !Number.isNaN(value);
  if (isReadable) readable.current = value;
  // Discards the draft when the time changes elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time counts too.
  useEffect(() => {
    if (isReadable) setDraft(undefined);
  }, [value, isReadable]);
  const discard = () => {
    setDraft(undefined);
    if (!isReadable || isRefused) onChange(readable.current);
  };
  const step = (by: number) => {
    setDraft(undefined);
    onStep(by);
  };
  const commit = () => {
    if (draft === undefined) return;
    const seconds = fps === undefined ? parseTimecode(draft) : parseFrameTimecode(draft, fps);
    onChange(seconds ?? Number.NaN);
    // Invalid text stays, so that it can be corrected.
    if (seconds !== undefined) setDraft(undefined);
    onEnd();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape' && draft !== undefined) discard();
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
      // Tells surrounding screens that Escape has no draft to discard here.
      data-at-rest={draft === undefined || undefined}
      aria-invalid={isRefused}
      aria-describedby={refusedBy}
      value={draft ?? (fps === undefined ? timecode(readable.current) : frameTimecode(readable.current, fps))}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => (event.key === 'ArrowUp' || event.key === 'ArrowDown') && onEnd()}
    />
  );
}
