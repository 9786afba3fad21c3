import { RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import type { LayerFields } from '../../../engine/edit/style.ts';
import { adjustEffects } from '../../../engine/effects/index.ts';
import { vignetteRange } from '../../../engine/effects/vignette.ts';
import { isPicture } from '../../../engine/kinds/families.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { RangeField } from '../controls/RangeField.tsx';
import { endStep } from '../state/studio.ts';
import { PresetChoices } from './PresetChoices.tsx';
import { setFields, useLayer } from './useLayer.ts';

interface Filter {
  id: 'brightness' | 'contrast' | 'saturation' | 'vignette' | 'fadeOpacity';
  title: string;
  min: number;
  max: number;
  step: number;
  usual: number;
}

/** The filters that a number sets, as they are offered: the vignette stands before the fade. */
const filters: readonly Filter[] = (() => {
  const adjusted = adjustEffects.map(({ id, title, range }) => ({ id, title, ...range }));
  const fade = adjusted.findIndex(({ id }) => id === 'fadeOpacity');
  return [...adjusted.slice(0, fade), { id: 'vignette', ...vignetteRange }, ...adjusted.slice(fade)] as Filter[];
})();

/** Route filters: presets and filters of the selected video or picture. */
export default function Filters() {
  const layer = useLayer(isPicture);
  if (!layer) return null;
  const isPlain = layer.filterName === 'Original' && filters.every(({ id, usual }) => layer[id] === usual);
  return (
    <div className="effect-panel">
      <PresetChoices layer={layer} />
      <div className="filter-rows">
        {filters.map((filter) => (
          <FilterRow key={filter.id} layer={layer} filter={filter} />
        ))}
      </div>
      <button
        type="button"
        className="button plain"
        aria-disabled={isPlain}
        onClick={() => !isPlain && setFields(layer, plainFields(), true)}
      >
        <RotateCcw aria-hidden="true" />
        Reset all
      </button>
    </div>
  );
}

function FilterRow({ layer, filter }: { layer: PictureLayer; filter: Filter }) {
  const { id, title, min, max, step, usual } = filter;
  const value = layer[id];
  const row = useRef<HTMLDivElement>(null);
  const reset = () => {
    // The button hides then, and would take the focus with it.
    row.current?.querySelector('input')?.focus();
    setFields(layer, { [id]: usual }, true);
  };
  return (
    <div className="filter-row" ref={row}>
      <RangeField
        label={title}
        {...{ value, min, max, step }}
        keys={{ coarse: 1 }}
        words={`${Math.round(value)}%`}
        onChange={(amount) => setFields(layer, { [id]: amount })}
        onEnd={endStep}
      />
      <IconButton icon={RotateCcw} label={`Reset ${title.toLowerCase()}`} disabled={value === usual} onClick={reset} />
    </div>
  );
}

function plainFields(): LayerFields['image'] {
  return { filterName: 'Original', ...Object.fromEntries(filters.map(({ id, usual }) => [id, usual])) };
}
