import type { RefObject } from 'react';
import { type FilterName, filterNames } from '../../../engine/project/videoEffects.ts';
import { PRESET_PICTURE } from '../../preview/presetPainter.ts';
import '../effects/effects.css';
import '../panels/panels.css';

interface Props {
  /** For who paints the pictures: canvases with the preset's name as `data-preset`. */
  place: RefObject<HTMLFieldSetElement | null>;
  value: FilterName;
  onChoose: (name: FilterName) => void;
}

/** The filter presets, each as a small picture. */
export function PresetCards({ place, value, onChoose }: Props) {
  return (
    <fieldset ref={place} className="looks">
      <legend className="unseen">Look</legend>
      {filterNames.map((name) => (
        <label key={name} className="look">
          <input
            type="radio"
            className="card-input"
            name="look"
            checked={name === value}
            onChange={() => onChoose(name)}
          />
          <canvas data-preset={name} style={{ aspectRatio: `${PRESET_PICTURE.width} / ${PRESET_PICTURE.height}` }} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
