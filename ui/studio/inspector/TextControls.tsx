import { AlignCenter, AlignLeft, AlignRight, Bold, Italic, Sparkles, WandSparkles } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { fitFontSize, loadLayerFonts } from '../../../engine/browser/fitTexts.ts';
import { lettersWithout, watchFonts } from '../../../engine/browser/loadFonts.ts';
import { setLayerFields, setLettering, setOutlineColor } from '../../../engine/edit/style.ts';
import { isText } from '../../../engine/kinds/text.ts';
import { fontStack } from '../../../engine/painters/fonts.ts';
import { missingFontNote } from '../../../engine/painters/noFontFor.ts';
import { hasBackground } from '../../../engine/painters/textBackground.ts';
import type { TextLayer } from '../../../engine/project/layers.ts';
import { brandFonts, readFonts } from '../../client/brand/brandFonts.ts';
import { familyTitle, ownFace } from '../../client/brand/fontFamilies.ts';
import { Segments } from '../../kit/choices.tsx';
import { isSameColor, Swatch } from '../../kit/swatches.tsx';
import type { ActionContext } from '../actions/action.ts';
import { contentActions } from '../actions/content.ts';
import { FooterButton } from '../controls/FooterButton.tsx';
import { TimeButton } from '../effects/EffectButtons.tsx';
import { openSheet, openWork } from '../state/go.ts';
import { selectedWith } from '../state/layers.ts';
import { change } from '../state/studio.ts';
import { FooterAction, FooterGroup, WithoutInspector } from './FooterBar.tsx';

interface Props {
  layer: TextLayer;
  /** Offers text editing if present. */
  context?: ActionContext;
}

/** The controls of a text. */
export function TextControls({ layer, context }: Props) {
  const { id, fontWeight, fontStyle, color, textAlign } = layer;
  const set = (fields: Partial<TextLayer>) => change((project) => setLayerFields(project, id, 'text', fields));
  return (
    <>
      <MissingLetters layer={layer} />
      {context && (
        <FooterGroup>
          <FooterAction action={contentActions.editText} context={context} />
        </FooterGroup>
      )}
      <FooterGroup label="Letters">
        <FontButton family={layer.fontFamily} />
        <WithoutInspector>
          <FooterButton label="Style" icon={<WandSparkles />} onClick={() => openSheet('text-style')} />
        </WithoutInspector>
        <FooterButton label="Color" icon={<Swatch color={color} />} onClick={() => openSheet('colors')} />
        <FooterButton
          label="Bold"
          icon={<Bold />}
          pressed={fontWeight === 'bold'}
          onClick={() => void toggleStyle(layer, bolder)}
        />
        <WithoutInspector>
          <FooterButton
            label="Italic"
            icon={<Italic />}
            pressed={fontStyle === 'italic'}
            onClick={() => toggleItalic(layer)}
          />
        </WithoutInspector>
      </FooterGroup>
      <FooterGroup>
        <Segments
          label="Align"
          value={textAlign}
          choices={alignments}
          onChange={(value) => set({ textAlign: value })}
        />
        <OutlineColor layer={layer} />
        <WithoutInspector>
          <BackgroundButton layer={layer} />
        </WithoutInspector>
      </FooterGroup>
      <FooterGroup>
        <FooterButton target="animate" label="Animate" icon={<Sparkles />} onClick={() => openWork('animate')} />
        <WithoutInspector>
          <TimeButton layer={layer} />
        </WithoutInspector>
      </FooterGroup>
    </>
  );
}

type Shape = Pick<TextLayer, 'fontWeight' | 'fontStyle'>;

const bolder = ({ fontWeight, fontStyle }: Shape): Shape => ({
  fontWeight: fontWeight === 'bold' ? 'normal' : 'bold',
  fontStyle,
});
const slanted = ({ fontWeight, fontStyle }: Shape): Shape => ({
  fontWeight,
  fontStyle: fontStyle === 'italic' ? 'normal' : 'italic',
});

/** Toggles italic letters. */
export function toggleItalic(layer: TextLayer): void {
  void toggleStyle(layer, slanted);
}

/** Toggles bold or italic, and measures the text with the resulting font. */
async function toggleStyle(layer: TextLayer, shaped: (before: Shape) => Shape): Promise<void> {
  // If the browser's storage fails, there are no custom fonts.
  await readFonts().catch(() => undefined);
  // If the font fails to load, the text is measured and painted in a fallback.
  const loaded = { ...layer, ...shaped(layer) };
  await loadLayerFonts([{ ...loaded, fontFamily: ownFace(layer.fontFamily, loaded) }]).catch(() => undefined);
  change((project) => {
    // The layers may have changed while the font was loading.
    const texts = selectedWith(project, layer.id).filter(isText);
    const shape = shaped(texts[0] ?? layer);
    return texts.reduce((now, { id, fontFamily }) => {
      const fields = { ...shape, fontFamily: ownFace(fontFamily, shape) };
      return setLettering(now, id, fields, (text) => fitFontSize(now, text));
    }, project);
  });
}

const alignments = [
  { value: 'left', name: 'Align left', icon: <AlignLeft aria-hidden="true" /> },
  { value: 'center', name: 'Align center', icon: <AlignCenter aria-hidden="true" /> },
  { value: 'right', name: 'Align right', icon: <AlignRight aria-hidden="true" /> },
] as const;

/** The font family's name in its own typeface. */
function FontButton({ family }: { family: string }) {
  useSnapshot(brandFonts);
  useEffect(() => void readFonts(), []);
  const title = familyTitle(family);
  return (
    <FooterButton
      className="footer-font"
      label="Font"
      name={`${title} Font`}
      icon={<span style={{ fontFamily: fontStack(family) }}>{title}</span>}
      onClick={() => openSheet('fonts')}
    />
  );
}

/** Opens the text background panel. */
function BackgroundButton({ layer }: { layer: TextLayer }) {
  const color = hasBackground(layer) ? layer.background : 'none';
  return (
    <FooterButton label="Background" icon={<Swatch color={color} />} onClick={() => openSheet('text-background')} />
  );
}

const outlines = [
  { value: '#000000', name: 'Black' },
  { value: '#ffffff', name: 'White' },
  { value: 'none', name: 'None' },
] as const;

function OutlineColor({ layer: { id, textShadow } }: { layer: TextLayer }) {
  return (
    <Segments
      label="Outline Color"
      value={outlines.find(({ value }) => isSameColor(value, textShadow))?.value}
      choices={outlines.map((one) => ({ ...one, icon: <Swatch color={one.value} /> }))}
      onChange={(value) => change((project) => setOutlineColor(project, id, value))}
    />
  );
}

/** Warns about characters that no available font has. This browser may show them, but the render will not. */
function MissingLetters({ layer }: { layer: TextLayer }) {
  const letters = useSyncExternalStore(watchFonts, () => lettersWithout(layer).join(''));
  if (letters === '') return null;
  return (
    <FooterGroup>
      <p className="footer-note" role="status">
        {missingFontNote([...letters])}
      </p>
    </FooterGroup>
  );
}
