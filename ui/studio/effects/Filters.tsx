import { RotateCcw } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { findLayer } from '../../../engine/edit/find.ts';
import { isPicture } from '../../../engine/kinds/families.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { isUnfiltered, unfiltered } from '../../../engine/project/videoEffects.ts';
import { AdjustmentSliders } from '../../kit/AdjustmentSliders.tsx';
import { PresetCards, PresetPainter } from '../../player/PresetCards.tsx';
import { setFields, useLayer, useMixed } from '../state/layers.ts';
import { player } from '../state/player.ts';
import { endStep, startOf, studio } from '../state/studio.ts';

/** Route filters: presets and adjustments of the selected video or image. */
export function Filters() {
  const layer = useLayer(isPicture);
  return layer ? <OfLayer layer={layer} /> : null;
}

function OfLayer({ layer }: { layer: PictureLayer }) {
  const place = useRef<HTMLFieldSetElement>(null);
  usePresetPictures(place, layer);
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

/**
 * Paints the layer's current frame with every preset onto the canvases of an element. Repaints when the layer changes
 * or, while paused, the time.
 */
function usePresetPictures(place: RefObject<HTMLElement | null>, layer: PictureLayer): void {
  const painter = useRef<PresetPainter>(undefined);
  const shown = useRef(layer);
  shown.current = layer;
  useEffect(() => {
    const made = new PresetPainter(place);
    painter.current = made;
    const stop = player.subscribe(() => {
      if (player.state === 'paused') made.show(shown.current, timeOf(shown.current));
    });
    return () => {
      stop();
      painter.current = undefined;
      made.dispose();
    };
  }, [place]);
  useEffect(() => painter.current?.show(layer, timeOf(layer)), [layer]);
}

/** The current time relative to the layer's scene, in seconds. */
function timeOf({ id }: PictureLayer): number {
  const sceneId = findLayer(studio.project, id)?.scene.id ?? '';
  return Math.max(0, player.time - startOf(sceneId));
}
