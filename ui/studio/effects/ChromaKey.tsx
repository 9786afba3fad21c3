import { Pipette, RotateCcw } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { defaultChromaKey, setChromaKey } from '../../../engine/edit/chromaKey.ts';
import { keyOf } from '../../../engine/effects/chromaKey.ts';
import { likeliestScreen } from '../../../engine/effects/screenColor.ts';
import { isPicture } from '../../../engine/kinds/families.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { centerOf, rotatedAround } from '../../../engine/layout/point.ts';
import type { ChromaKey as Key } from '../../../engine/project/chromaKey.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { Switch } from '../../kit/Switch.tsx';
import { hexOf, Swatch } from '../../kit/swatches.tsx';
import { HexField } from '../../pickers/HexField.tsx';
import { type Measure, Measures, percent } from '../controls/Measures.tsx';
import { useLayer } from '../state/layers.ts';
import { shownCanvas } from '../state/liveStage.ts';
import { change, endStep, studio } from '../state/studio.ts';
import { PickFromCanvas } from './PickFromCanvas.tsx';
import '../../kit/style/effects.css';

const similarity: Measure<'similarity' | 'smoothness'>[] = [
  {
    label: 'Similarity',
    field: 'similarity',
    min: 0.01,
    max: 0.5,
    step: 0.01,
    ...percent(defaultChromaKey.similarity),
  },
  { label: 'Smoothness', field: 'smoothness', min: 0, max: 0.3, step: 0.01, ...percent(defaultChromaKey.smoothness) },
];
const spill: Measure<'spill'>[] = [
  { label: 'Spill suppression', field: 'spill', min: 0, max: 1, step: 0.01, ...percent(defaultChromaKey.spill) },
];

/** Route chroma-key: makes pixels close to one color transparent in the selected image or video. */
export function ChromaKey() {
  const layer = useLayer(isPicture);
  useLayoutEffect(() => endStep, []);
  if (!layer) return null;
  const key = layer.chromaKey as Key | undefined;
  return (
    <div className="stack-2 effect-panel">
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
      <div className="row wrap color-tools">
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
      <Measures values={value} measures={similarity} onChange={(settings) => set(layer, settings)} />
      {hasScreen && <Measures values={value} measures={spill} onChange={(settings) => set(layer, settings)} />}
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
function set({ id }: PictureLayer, settings: Partial<Key> | undefined, isWhole = false): void {
  const name = isWhole || !settings ? undefined : `${id} key ${Object.keys(settings).join(' ')}`;
  change((project) => setChromaKey(project, id, settings), name);
}

/** Inset of the samples from the edges, as a share, and samples per edge. */
const inset = 0.03;
const along = 6;

/** The most likely screen color of a visible layer; the default green if unclear. */
function guessScreenColor({ id }: PictureLayer): string {
  const preview = shownCanvas()?.preview;
  const box = preview?.boxOf(id);
  if (!preview || !box) return defaultChromaKey.color;
  const { width, height } = canvasSize(studio.project);
  const places = Array.from({ length: along }, (_, i) => inset + ((1 - 2 * inset) * i) / (along - 1));
  // Skips the lower edge, since a person usually covers it.
  const edge = places.flatMap((at): [number, number][] => [
    [at, inset],
    [inset, at],
    [1 - inset, at],
  ]);
  const colors = edge.flatMap(([x, y]) => {
    const upright = { x: box.x + x * box.width, y: box.y + y * box.height };
    const place = rotatedAround(upright, centerOf(box), box.rotation);
    return preview.colorAt(id, { x: place.x / width, y: place.y / height }) ?? [];
  });
  return likeliestScreen(colors) ?? defaultChromaKey.color;
}
