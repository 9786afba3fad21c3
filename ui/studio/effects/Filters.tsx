import { RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { isPicture } from '../../../engine/kinds/families.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { isUnfiltered, unfiltered } from '../../../engine/project/videoEffects.ts';
import { AdjustmentSliders } from '../../kit/AdjustmentSliders.tsx';
import { PresetCards } from '../../player/PresetCards.tsx';
import { setFields, useLayer, useMixed } from '../state/layers.ts';
import { endStep } from '../state/studio.ts';
import { useLayerPictures } from './useLayerPictures.ts';

/** Route filters: presets and adjustments of the selected video or image. */
export function Filters() {
  const layer = useLayer(isPicture);
  return layer ? <OfLayer layer={layer} /> : null;
}

function OfLayer({ layer }: { layer: PictureLayer }) {
  const place = useRef<HTMLFieldSetElement>(null);
  useLayerPictures(place, layer);
  const isMixed = useMixed();
  const isPlain = isUnfiltered(layer);
  return (
    <div className="stack-2 effect-panel">
      <PresetCards
        place={place}
        value={layer.filterName}
        onChoose={(filterName) => setFields(layer, { filterName }, true)}
      />
      <AdjustmentSliders
        values={layer}
        onChange={(change) => setFields(layer, change)}
        onEnd={endStep}
        isMixed={isMixed}
      />
      <button
        type="button"
        className="button plain"
        aria-disabled={isPlain}
        onClick={() => !isPlain && setFields(layer, { ...unfiltered }, true)}
      >
        <RotateCcw aria-hidden="true" />
        Reset all
      </button>
    </div>
  );
}
