import type { ReactNode, RefObject } from 'react';
import './style/panels.css';
import './style/fields.css';
import './style/effects.css';

interface Props<T extends string> {
  label: string;
  /** Name of the radio group. */
  name: string;
  /** undefined: none is selected. */
  value: T | undefined;
  choices: readonly { value: T; title: string; hint: string; icon: ReactNode }[];
  /** Visible but cannot be changed. */
  disabled?: boolean;
  onChange: (value: T) => void;
}

/** A choice of one card with a description. */
export function RadioCards<T extends string>({ label, name, value, choices, disabled, onChange }: Props<T>) {
  return (
    <fieldset className="stack radio-cards" disabled={disabled}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="choice radio-card">
          <input
            type="radio"
            className="card-input"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.icon}
          <span>
            <strong>{choice.title}</strong>
            <span className="soft small">{choice.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface ThumbCardsProps<Value extends string> {
  /** Accessible name of the choice. */
  legend: string;
  /** Name of the radio group. */
  name: string;
  choices: readonly { value: Value; title: string; picture: ReactNode }[];
  value: Value;
  /** Ref to the group, for code that paints the thumbnails. */
  place?: RefObject<HTMLFieldSetElement | null>;
  /** Class for another layout. */
  className?: string;
  onChoose: (value: Value) => void;
}

/** A choice of one card with a thumbnail. */
export function ThumbCards<Value extends string>(props: ThumbCardsProps<Value>) {
  const { legend, name, choices, value, place, className, onChoose } = props;
  return (
    <fieldset ref={place} className={className ? `stack-half looks ${className}` : 'stack-half looks'}>
      <legend className="unseen">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="stack-half look">
          <input
            type="radio"
            className="card-input"
            name={name}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          {choice.picture}
          <span>{choice.title}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface SegmentsProps<T extends string> {
  label: string;
  /** undefined if no choice matches. */
  value: T | undefined;
  choices: readonly { value: T; name: string; icon: ReactNode }[];
  onChange: (value: T) => void;
}

/** A segmented control for the footer. */
export function Segments<T extends string>({ label, value, choices, onChange }: SegmentsProps<T>) {
  return (
    <fieldset className="footer-field" aria-label={label}>
      <span className="segments">
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            aria-label={choice.name}
            title={choice.name}
            aria-pressed={choice.value === value}
            onClick={() => choice.value !== value && onChange(choice.value)}
          >
            {choice.icon}
          </button>
        ))}
      </span>
      <span className="footer-label" aria-hidden="true">
        {label}
      </span>
    </fieldset>
  );
}
