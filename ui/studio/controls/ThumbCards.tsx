import type { ReactNode, RefObject } from 'react';
import '../effects/effects.css';
import '../panels/panels.css';

interface Props<Value extends string> {
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
export function ThumbCards<Value extends string>(props: Props<Value>) {
  const { legend, name, choices, value, place, className, onChoose } = props;
  return (
    <fieldset ref={place} className={className ? `looks ${className}` : 'looks'}>
      <legend className="unseen">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="look">
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
