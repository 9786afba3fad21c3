import { Pipette, RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { defaultChromaKey, setChromaKey } from '../../../engine/edit/chromaKey.ts';
import { keyOf } from '../../../engine/effects/chromaKey.ts';
import { isPicture } from '../../../engine/kinds/families.ts';
import type { ChromaKey as Key } from '../../../engine/project/chromaKey.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { hexOf } from '../controls/colorText.ts';
import { HexField } from '../controls/HexField.tsx';
import { type Measure, Measures, percent } from '../controls/Measures.tsx';
import { Swatch } from '../controls/Swatch.tsx';
import { Switch } from '../controls/Switch.tsx';
import { change, endStep } from '../state/studio.ts';
import { guessScreenColor } from './guessScreenColor.ts';
import { PickFromCanvas } from './PickFromCanvas.tsx';
import { useLayer } from './useLayer.ts';
import './effects.css';

const similarity: Measure<'similarity' | 'smoothness'>[] = [
  { label: 'Similarity', field: 'similarity', min: 0.01, max: 0.5, step: 0.01, words: percent },
  { label: 'Smoothness', field: 'smoothness', min: 0, max: 0.3, step: 0.01, words: percent },
];
const spill: Measure<'spill'>[] = [
  { label: 'Spill suppression', field: 'spill', min: 0, max: 1, step: 0.01, words: percent },
];

/** Route chroma-key: makes pixels close to one color transparent in the selected image or video. */
export default function ChromaKey() {
  const layer = useLayer(isPicture);
  useEffect(() => endStep, []);
  if (!layer) return null;
  const key = layer.chromaKey as Key | undefined;
  return (
    <div className="effect-panel">
      <Switch
        label="Make a color transparent"
        hint="Such as the green screen behind a person"
        on={key !== undefined}
        onChange={(on) => set(layer, on ? { color: guessScreenColor(layer) } : undefined, true)}
      />
      {key && <Fields layer={layer} value={key} />}
    </div>
  );
}

function Fields({ layer, value }: { layer: PictureLayer; value: Key }) {
  const [isPicking, setPicking] = useState(false);
  const color = hexOf(value.color);
  const hasScreen = keyOf({ ...value, spill: 1 }).spill > 0;
  const isUsual = Object.entries(defaultChromaKey).every(
    ([name, usual]) => name === 'color' || value[name as keyof Key] === usual,
  );
  return (
    <>
      <div className="color-tools">
        <Swatch color={color} />
        <HexField
          value={color}
          onWrite={(written) => set(layer, { color: written })}
          onCommit={(written) => set(layer, { color: hexOf(written) }, true)}
        />
        <button type="button" className="button plain" aria-pressed={isPicking} onClick={() => setPicking(!isPicking)}>
          <Pipette aria-hidden="true" /> Pick
        </button>
      </div>
      <p className="effect-note">
        {isPicking ? 'Pick the color in the image.' : 'Pixels of this color become transparent.'}
      </p>
      {isPicking && (
        <PickFromCanvas
          layerId={layer.id}
          onPick={(picked) => set(layer, { color: picked }, true)}
          onEnd={() => setPicking(false)}
        />
      )}
      <Measures values={value} measures={similarity} onChange={(wanted) => set(layer, wanted)} />
      {hasScreen && <Measures values={value} measures={spill} onChange={(wanted) => set(layer, wanted)} />}
      <button
        type="button"
        className="button plain"
        aria-disabled={isUsual}
        onClick={() => !isUsual && set(layer, { ...defaultChromaKey, color: value.color }, true)}
      >
        <RotateCcw aria-hidden="true" />
        Reset all
      </button>
    </>
  );
}

/** @param isWhole whether this is its own undo step. Otherwise consecutive changes of the same fields are one step. */
function set({ id }: PictureLayer, wanted: Partial<Key> | undefined, isWhole = false): void {
  const name = isWhole || !wanted ? undefined : `${id} key ${Object.keys(wanted).join(' ')}`;
  change((project) => setChromaKey(project, id, wanted), name);
}
