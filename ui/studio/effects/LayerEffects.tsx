import { RotateCcw } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { setLayerEffects } from '../../../engine/edit/layerEffects.ts';
import { layerEffects } from '../../../engine/effects/layerEffects.ts';
import { isSound } from '../../../engine/kinds/families.ts';
import { type EffectAmounts, hasLayerEffects } from '../../../engine/project/effectFields.ts';
import { RangeField } from '../../kit/RangeField.tsx';
import { changeSelected, useLayer, useMixed } from '../state/layers.ts';
import { endStep } from '../state/studio.ts';
import '../../kit/style/effects.css';

/** Effects on the picture of the selected layer, a slider each. */
export function LayerEffects() {
  const layer = useLayer((one) => !isSound(one));
  const isMixed = useMixed();
  useLayoutEffect(() => endStep, []);
  if (!layer || isSound(layer)) return null;
  const isPlain = !hasLayerEffects(layer);
  const set = (amounts: EffectAmounts, isWhole = false) => {
    const step = isWhole ? undefined : `${layer.id} ${Object.keys(amounts).join(' ')}`;
    changeSelected(layer, (project, { id }) => setLayerEffects(project, id, amounts), step);
  };
  return (
    <div className="stack-2 effect-panel">
      <div className="stack-half filter-rows">
        {layerEffects.map(({ id, title, range: { min, max, step } }) => {
          const amount = layer[id] ?? 0;
          return (
            <RangeField
              key={id}
              label={title}
              value={amount}
              {...{ min, max, step }}
              keys={{ coarse: step }}
              words={`${Math.round(amount)}%`}
              typed={{ unit: '%', usual: 0 }}
              isMixed={isMixed(id)}
              onChange={(value) => set({ [id]: value })}
              onEnd={endStep}
            />
          );
        })}
      </div>
      <button
        type="button"
        className="button plain"
        aria-disabled={isPlain}
        onClick={() => !isPlain && set(Object.fromEntries(layerEffects.map(({ id }) => [id, undefined])), true)}
      >
        <RotateCcw aria-hidden="true" />
        Reset all
      </button>
    </div>
  );
}
