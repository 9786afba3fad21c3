import { type KeyboardEvent, useRef } from 'react';
import { letters } from './families.ts';

interface Props {
  /** Undefined: all. */
  value: string | undefined;
  onChange: (letter: string | undefined) => void;
}

const choices = [undefined, ...letters];

/** A radio group of letters, plus "All". */
export function LetterChips({ value, onChange }: Props) {
  const group = useRef<HTMLDivElement>(null);
  const go = (index: number) => {
    const at = (index + choices.length) % choices.length;
    onChange(choices[at]);
    group.current?.querySelectorAll<HTMLElement>('[role="radio"]')[at]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    if (step !== undefined) go(choices.indexOf(value) + step);
    else go(event.key === 'Home' ? 0 : choices.length - 1);
  };
  return (
    <div ref={group} className="font-letters" role="radiogroup" aria-label="First letter" onKeyDown={onKeyDown}>
      {choices.map((letter) => (
        // biome-ignore lint/a11y/useSemanticElements: a chip is a button to look at and a radio to use.
        <button
          key={letter ?? 'all'}
          type="button"
          role="radio"
          className="font-letter"
          aria-checked={letter === value}
          tabIndex={letter === value ? 0 : -1}
          onClick={() => onChange(letter)}
        >
          {letter ?? 'All'}
        </button>
      ))}
    </div>
  );
}
