import { useRef } from 'react';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { filterNames } from '../../../engine/project/videoEffects.ts';
import { setFields } from './useLayer.ts';
import { LOOK_SIZE, usePresetPictures } from './usePresetPictures.ts';

/** The named looks, each as a small picture of the layer as it is now. */
export function PresetChoices({ layer }: { layer: PictureLayer }) {
  const place = useRef<HTMLFieldSetElement>(null);
  usePresetPictures(place, layer);
  return (
    <fieldset ref={place} className="looks">
      <legend className="unseen">Look</legend>
      {filterNames.map((name) => (
        <label key={name} className="look">
          <input
            type="radio"
            className="card-input"
            name="look"
            checked={name === layer.filterName}
            onChange={() => setFields(layer, { filterName: name }, true)}
          />
          <canvas data-look={name} style={{ aspectRatio: `${LOOK_SIZE.width} / ${LOOK_SIZE.height}` }} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
