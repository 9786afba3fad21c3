import { RotateCcw } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { neutralGrade, setColorGrade } from '../../../engine/edit/colorGrade.ts';
import { isPicture } from '../../../engine/kinds/families.ts';
import { type ColorGrade, type LookName, lookNames } from '../../../engine/project/colorGrade.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { ThumbCards } from '../../kit/choices.tsx';
import { type Measure, Measures } from '../controls/Measures.tsx';
import { changeSelected, useLayer } from '../state/layers.ts';
import { endStep } from '../state/studio.ts';
import { CurveEditor } from './CurveEditor.tsx';
import { useLayerPictures } from './useLayerPictures.ts';
import '../../kit/style/effects.css';

type Amount = Exclude<keyof ColorGrade, 'curve' | 'lut'>;

const shift = (label: string, field: Amount): Measure<Amount> => ({
  ...{ label, field, min: -100, max: 100, step: 1 },
  words: (value) => `${Math.round(value)}`,
  typed: { unit: '', usual: 0 },
});

const measures: readonly Measure<Amount>[] = [
  {
    ...{ label: 'Exposure', field: 'exposure', min: -3, max: 3, step: 0.05 },
    words: (value) => `${value.toFixed(2)} EV`,
    typed: { unit: 'EV', usual: 0 },
  },
  shift('Temperature', 'temperature'),
  shift('Tint', 'tint'),
  shift('Highlights', 'highlights'),
  shift('Shadows', 'shadows'),
  shift('Contrast', 'contrast'),
  shift('Saturation', 'saturation'),
];
const intensity: readonly Measure<'intensity'>[] = [
  {
    ...{ label: 'Intensity', field: 'intensity', min: 0, max: 100, step: 1 },
    words: (value) => `${Math.round(value)}%`,
    typed: { unit: '%', usual: 100 },
  },
];

const titles: Readonly<Record<LookName, string>> = {
  cinema: 'Cinema',
  'golden-hour': 'Golden hour',
  moonlight: 'Moonlight',
  'faded-film': 'Faded film',
  'bleach-bypass': 'Bleach bypass',
  'cross-process': 'Cross process',
  autumn: 'Autumn',
  noir: 'Noir',
};

/** No look, or one of them. */
type Choice = LookName | 'none';

/** Fields of a layer for the thumbnail of each look. */
const looks = Object.fromEntries(
  ['none', ...lookNames].map((name) => [
    name,
    ({ color }: PictureLayer) => ({ color: withLook(color, name as Choice) }),
  ]),
);

function withLook(color: ColorGrade | undefined, name: Choice): ColorGrade {
  return { ...neutralGrade, ...color, lut: name === 'none' ? undefined : { name, intensity: 100 } };
}

/** Color correction of the selected image or video: amounts, curves and looks. */
export function ColorCorrection() {
  const layer = useLayer(isPicture);
  useLayoutEffect(() => endStep, []);
  if (!layer) return null;
  return (
    <div className="stack-2 effect-panel">
      <ColorAmounts layer={layer} />
      <ColorLooks layer={layer} />
      <button
        type="button"
        className="button plain"
        aria-disabled={!layer.color}
        onClick={() => layer.color && set(layer, undefined, true)}
      >
        <RotateCcw aria-hidden="true" />
        Reset all
      </button>
    </div>
  );
}

/** Sliders and curves. */
export function ColorAmounts({ layer }: { layer: PictureLayer }) {
  const value: ColorGrade = { ...neutralGrade, ...layer.color };
  return (
    <>
      <Measures values={value} measures={measures} onChange={(change) => set(layer, change)} />
      <CurveEditor
        value={value.curve ?? {}}
        onChange={(curve, isWhole) => set(layer, { curve }, isWhole)}
        onEnd={endStep}
      />
    </>
  );
}

/** Looks as thumbnails of the current frame, and the intensity of the chosen one. */
function ColorLooks({ layer }: { layer: PictureLayer }) {
  const place = useRef<HTMLFieldSetElement>(null);
  useLayerPictures(place, layer, looks);
  const lut = layer.color?.lut;
  return (
    <>
      <ThumbCards
        legend="Color look"
        name="color-look"
        className="is-motions"
        place={place}
        value={lut?.name ?? 'none'}
        choices={choices}
        onChoose={(name) => set(layer, { lut: name === 'none' ? undefined : { intensity: 100, ...lut, name } }, true)}
      />
      {lut && (
        <Measures values={lut} measures={intensity} onChange={(change) => set(layer, { lut: { ...lut, ...change } })} />
      )}
    </>
  );
}

const choices = (['none', ...lookNames] as const).map((name) => ({
  value: name,
  title: name === 'none' ? 'None' : titles[name],
  picture: <canvas data-preset={name} style={{ aspectRatio: '4 / 3' }} />,
}));

/** @param isWhole whether this is its own undo step. Otherwise consecutive changes of the same fields are one step. */
function set(layer: PictureLayer, change: Partial<ColorGrade> | undefined, isWhole = false): void {
  const step = isWhole || !change ? undefined : [layer.id, 'color', ...Object.keys(change)].join(' ');
  changeSelected(layer, (project, { id }) => setColorGrade(project, id, change), step);
}
