import { RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { isPicture } from '../../../engine/kinds/families.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { AdjustmentSliders, arePlain, plainAdjustments } from '../controls/AdjustmentSliders.tsx';
import { PresetCards } from '../controls/PresetCards.tsx';
import { endStep } from '../state/studio.ts';
import { setFields, useLayer } from './useLayer.ts';
import { usePresetPictures } from './usePresetPictures.ts';

/** Route filters: presets and adjustments of the selected video or image. */
export default function Filters() {
  const layer = useLayer(isPicture);
  return layer ? <OfLayer layer={layer} /> : null;
}

function OfLayer({ layer }: { layer: PictureLayer }) {
  const place = useRef<HTMLFieldSetElement>(null);
  usePresetPictures(place, layer);
  const isPlain = layer.filterName === 'Original' && arePlain(layer);
  return (
    <div className="effect-panel">
      <PresetCards
        place={place}
        value={layer.filterName}
        onChoose={(filterName) => setFields(layer, { filterName }, true)}
      />
      <AdjustmentSliders
        values={layer}
        onChange={(change) => setFields(layer, change)}
        onEnd={endStep}
        onReset={(change) => setFields(layer, change, true)}
      />
      <button
        type="button"
        className="button plain"
        aria-disabled={isPlain}
        onClick={() => !isPlain && setFields(layer, { filterName: 'Original', ...plainAdjustments }, true)}
      >
        <RotateCcw aria-hidden="true" />
        Reset all
      </button>
    </div>
  );
}
