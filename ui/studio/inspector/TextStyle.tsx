import { useLayoutEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { fitFontSize, loadLayerFonts, textHeight } from '../../../engine/browser/fitTexts.ts';
import { lowerThirds, memeLines, textPresets } from '../../../engine/edit/textPresetList.ts';
import { hasPreset, setTextPreset, type TextPreset, withUserFont } from '../../../engine/edit/textPresets.ts';
import { setTextSize } from '../../../engine/edit/textSize.ts';
import { isText } from '../../../engine/kinds/text.ts';
import { isTransparent } from '../../../engine/layout/color.ts';
import type { TextLayer } from '../../../engine/project/layers.ts';
import { MAX_FONT_SIZE, MIN_FONT_SIZE } from '../../../engine/project/limits.ts';
import { type Project, project as projectSchema } from '../../../engine/project/project.ts';
import { brandFonts, readFonts } from '../../client/brand/brandFonts.ts';
import { isOwnFamily, ownFace } from '../../client/brand/fontFamilies.ts';
import { t } from '../../client/page/t.ts';
import { ThumbCards } from '../../kit/choices.tsx';
import { Stepper } from '../../kit/Stepper.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { ScenePicture } from '../../player/ScenePicture.tsx';
import { type Measure, Measures, opacity, percent, pixels } from '../controls/Measures.tsx';
import { ProjectColorPicker } from '../controls/ProjectColorPicker.tsx';
import { ShadowFields } from '../controls/ShadowFields.tsx';
import { changeSelected, setFields, useLayer } from '../state/layers.ts';
import { endStep, studio } from '../state/studio.ts';
import { toggleItalic } from './TextControls.tsx';
import '../style/panels.css';

const letters: readonly Measure<'letterSpacing' | 'lineHeight' | 'globalAlpha' | 'outlineWidth'>[] = [
  { label: 'Letter spacing', field: 'letterSpacing', min: -0.2, max: 1, step: 0.01, ...percent(0) },
  {
    label: 'Line spacing',
    field: 'lineHeight',
    min: 0.5,
    max: 3,
    step: 0.05,
    words: (value) => `${Number(value.toFixed(2))}×`,
    typed: { unit: '×', usual: 1.2 },
  },
  opacity,
  { label: 'Outline width', field: 'outlineWidth', min: 0, max: 40, step: 1, ...pixels() },
];

const angle: readonly Measure<'gradientAngle'>[] = [
  {
    ...{ label: 'Direction', field: 'gradientAngle', min: 0, max: 360, step: 5 },
    words: (value) => `${Math.round(value)}°`,
    typed: { unit: '°', usual: 180 },
  },
];

/** Second color of a new gradient. */
const NEW_GRADIENT = '#5969e2';

/** Number of presets chosen so far: a preset that waits for its font must not override a later choice. */
let chosen = 0;

/** Route text-style: presets, and size, spacing, opacity, outline and shadow of the selected text. */
export function TextStyle() {
  const layer = useLayer(isText);
  useLayoutEffect(
    () => () => {
      chosen += 1;
      endStep();
    },
    [],
  );
  if (!layer) return null;
  return (
    <div className="stack-2 effect-panel">
      <Presets layer={layer} legend="Styles" presets={textPresets} />
      <Size layer={layer} />
      <Switch label="Italic" on={layer.fontStyle === 'italic'} onChange={() => toggleItalic(layer)} />
      <Measures values={layer} measures={letters} onChange={(change) => setFields(layer, change)} />
      <Gradient layer={layer} />
      <ShadowFields
        hint="Shadow of the letters"
        values={layer}
        onChange={(change, isWhole) => setFields(layer, change, isWhole)}
      />
      <h3 className="panel-part">Memes</h3>
      <Presets layer={layer} legend="Memes" presets={memeLines} />
      <h3 className="panel-part">Lower thirds</h3>
      <Presets layer={layer} legend="Lower thirds" presets={lowerThirds} />
    </div>
  );
}

/** A second color of the letters, and the direction of the change. */
function Gradient({ layer }: { layer: TextLayer }) {
  const { gradientColor = 'none', gradientAngle = 180 } = layer;
  const isOn = !isTransparent(gradientColor);
  return (
    <>
      <Switch
        label="Gradient"
        hint="The letters change to another color."
        on={isOn}
        onChange={(on) => setFields(layer, { gradientColor: on ? NEW_GRADIENT : 'none' }, true)}
      />
      {isOn && (
        <>
          <Measures values={{ gradientAngle }} measures={angle} onChange={(change) => setFields(layer, change)} />
          <ProjectColorPicker
            value={gradientColor}
            onChange={(color) => setFields(layer, { gradientColor: color })}
            onEnd={endStep}
          />
        </>
      )}
    </>
  );
}

/** Font size as a number, or fitted to the box. */
function Size({ layer }: { layer: TextLayer }) {
  const { project } = useSnapshot(studio);
  const size = layer.fitText ? fitFontSize(project as Project, layer) : Number.parseFloat(layer.fontSize);
  const { id } = layer;
  const setSize = (to: number, step?: string) =>
    changeSelected(layer, (now, one) => setTextSize(now, one.id, to, textHeight), step);
  return (
    <div className="row split text-size">
      <Stepper
        label="Size"
        value={Math.round(size * 10) / 10}
        range={{ min: MIN_FONT_SIZE, max: MAX_FONT_SIZE, step: 1 }}
        onChange={(to) => setSize(to, id)}
        onEnd={endStep}
      />
      <Switch
        label="Fit to box"
        hint="The text fills its box."
        on={layer.fitText}
        onChange={(fitText) => (fitText ? setFields(layer, { fitText }, true) : setSize(size))}
      />
    </div>
  );
}

function Presets({ layer, legend, presets }: { layer: TextLayer; legend: string; presets: readonly TextPreset[] }) {
  useSnapshot(brandFonts);
  const pictures = useMemo(
    () =>
      presets.map((preset) => ({
        value: preset.title,
        title: preset.title,
        picture: <ScenePicture project={pictureOf(preset)} />,
      })),
    [presets],
  );
  const choose = async (title: string) => {
    const preset = presets.find((one) => one.title === title);
    if (!preset) return;
    chosen += 1;
    const turn = chosen;
    // If the browser's storage fails, there are no custom fonts.
    await readFonts().catch(() => undefined);
    const worn = wornBy(preset, layer);
    // Without its font the text would be measured and painted in a fallback.
    await loadLayerFonts([{ ...layer, ...worn.fields }]).catch(() => undefined);
    // Another preset was chosen meanwhile, or the panel was closed.
    if (turn !== chosen) return;
    changeSelected(layer, (project, { id }) => setTextPreset(project, id, worn));
  };
  return (
    <ThumbCards
      legend={legend}
      name={legend}
      className="is-text-presets"
      choices={pictures}
      value={presets.find((preset) => hasPreset(layer, wornBy(preset, layer)))?.title ?? ''}
      onChoose={(title) => void choose(title)}
    />
  );
}

/** The preset for a text, keeping the text's custom font if it has one. */
function wornBy(preset: TextPreset, { fontFamily }: TextLayer): TextPreset {
  return isOwnFamily(fontFamily) ? withUserFont(preset, fontFamily, ownFace) : preset;
}

/** Size of a preset's thumbnail in pixels, and the factor for the preset's pixel values. */
const picture = { width: 480, height: 270, scale: 0.45 };

function pictureOf({ title, sample = title, fields, place }: TextPreset): Project {
  const scaled = Object.fromEntries(
    (['outlineWidth', 'shadowBlur', 'shadowOffsetX', 'shadowOffsetY', 'padding', 'radius'] as const).flatMap((field) =>
      fields[field] === undefined ? [] : [[field, fields[field] * picture.scale]],
    ),
  );
  const position = { x: '8%', y: '20%', width: '84%', height: '60%' };
  const layer = {
    id: 't',
    type: 'text',
    text: t(sample),
    position,
    ...fields,
    ...scaled,
    ...place,
  };
  const { width, height } = picture;
  return projectSchema.parse(
    { width, height, scenes: [{ id: 's', background: '#8a8fa8', layers: [layer] }] },
    { jitless: true },
  );
}
