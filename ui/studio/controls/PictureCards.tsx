import type { ReactNode, RefObject } from 'react';
import '../effects/effects.css';
import '../panels/panels.css';

interface Props<Value extends string> {
  /** What is chosen, for screen readers. */
  legend: string;
  /** Of the group of radio buttons. */
  name: string;
  choices: readonly { value: Value; title: string; picture: ReactNode }[];
  value: Value;
  /** The group, for whoever paints the pictures. */
  place?: RefObject<HTMLFieldSetElement | null>;
  /** Another arrangement of the cards. */
  className?: string;
  onChoose: (value: Value) => void;
}

/** One of a few, each a card with a picture. */
export function PictureCards<Value extends string>(props: Props<Value>) {
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
