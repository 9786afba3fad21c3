import { Check, ImageIcon, RotateCcw, Scan } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { newShapeLayer } from '../../../engine/edit/newLayers.ts';
import { isPicture } from '../../../engine/kinds/families.ts';
import { isText } from '../../../engine/kinds/text.ts';
import { wholeFrame } from '../../../engine/layout/cropFrame.ts';
import { newId } from '../../../engine/project/id.ts';
import { RatioFrame } from '../../kit/RatioFrame.tsx';
import { FooterButton } from '../controls/FooterButton.tsx';
import { applyCrop, chooseShape, frameOf } from '../crop/cropping.ts';
import { cropping, cropShapes, endCropping } from '../crop/croppingState.ts';
import { addAndOpen } from '../state/addLayers.ts';
import { useLayer } from '../state/layers.ts';
import { selectedScene } from '../state/studio.ts';
import { endWriting } from '../state/writing.ts';
import { BackButton, FooterBar, FooterGroup } from './FooterBar.tsx';
import { TextControls } from './TextControls.tsx';

/** The footer during text editing: the text's controls and Done. */
export function TextFooter() {
  const layer = useLayer(isText);
  const done = <FooterButton className="is-main" label="Done" icon={<Check />} onClick={endWriting} />;
  return (
    <FooterBar label="Text" lead={<BackButton />} tail={done}>
      {layer && <TextControls layer={layer} />}
    </FooterBar>
  );
}

/** The footer that adds a shape. */
export function ShapeFooter() {
  const [basics, icons] = [shapeOffers.slice(0, 5), shapeOffers.slice(5)];
  return (
    <FooterBar label="Add shape" lead={<BackButton />}>
      <FooterGroup label="Basic shapes">{basics.map(offered)}</FooterGroup>
      <FooterGroup label="Icons">{icons.map(offered)}</FooterGroup>
      <p className="footer-note soft">More shapes coming soon!</p>
    </FooterBar>
  );
}

function offered(offer: ShapeOffer) {
  return (
    <FooterButton
      key={offer.name}
      className="footer-shape"
      label={offer.name}
      icon={<ShapeIcon offer={offer} />}
      onClick={() => addShape(offer.choice)}
    />
  );
}

/** 45 px wide and 50 px high. */
function ShapeIcon({ offer: { choice, icon } }: { offer: ShapeOffer }) {
  const { width, height } = choice.svg ?? { width: 100, height: 100 };
  return (
    <svg width="45" height="50" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {icon.stroked ? (
        <path d={icon.path} fill="none" stroke="currentColor" strokeWidth="10" strokeLinecap="round" />
      ) : (
        <path d={icon.path} fill="currentColor" />
      )}
    </svg>
  );
}

/** A shape of the picker. */
interface ShapeOffer {
  name: string;
  choice: ShapeChoice;
  /** Drawing in the picker, in a square of 100; the shape's own path for svg shapes. */
  icon: { path: string; stroked?: true };
}

/** The shapes of the picker: five basic shapes and eight icons. */
export const shapeOffers: readonly ShapeOffer[] = [
  basic('Rectangle', 'rectangle', 'M4 14h92v72H4z'),
  basic('Ellipse', 'ellipse', 'M50 6a44 44 0 1 0 0 88 44 44 0 1 0 0-88z'),
  { name: 'Line', choice: { shapeType: 'line' }, icon: { path: 'M8 50h84', stroked: true } },
  basic('Triangle', 'triangle', 'M50 8L98 92H2z'),
  basic('Arrow', 'arrow', 'M2 42h62V24l34 26-34 26V58H2z'),
  icon(
    'Heart',
    100,
    90,
    'M50 90C20 68 0 50 0 27C0 11 12 0 27 0C37 0 45 5 50 13C55 5 63 0 73 0C88 0 100 11 100 27C100 50 80 68 50 90Z',
  ),
  icon('Star', 100, 95, 'M50 0L65.5 31.3L100 36.3L75 60.6L80.9 95L50 78.8L19.1 95L25 60.6L0 36.3L34.5 31.3Z'),
  icon(
    'Speech bubble',
    100,
    90,
    'M16 0H84A16 16 0 0 1 100 16V52A16 16 0 0 1 84 68H46L22 90V68H16A16 16 0 0 1 0 52V16A16 16 0 0 1 16 0Z',
  ),
  icon('Check', 100, 76, 'M0 42L14 28L36 50L86 0L100 14L36 76Z'),
  icon('Cross', 100, 100, 'M16 0L50 34L84 0L100 16L66 50L100 84L84 100L50 66L16 100L0 84L34 50L0 16Z'),
  icon('Lightning', 70, 100, 'M42 0L0 58H30L22 100L70 38H38Z'),
  icon(
    'Cloud',
    100,
    66.6,
    'M24.65 66.6A24.93 24.93 0 0 1 21.01 17.06A31.16 31.16 0 0 1 78.66 22.25A22.33 22.33 0 0 1 81.26 66.6Z',
  ),
  icon(
    'Location pin',
    76,
    100,
    'M38 0A38 38 0 0 1 76 38C76 62 50 84 38 100C26 84 0 62 0 38A38 38 0 0 1 38 0ZM38 22A16 16 0 1 0 38 54A16 16 0 1 0 38 22Z',
  ),
];

function basic(name: string, shapeType: ShapeChoice['shapeType'], path: string): ShapeOffer {
  return { name, choice: { shapeType }, icon: { path } };
}

/** A shape with its own path; `width` and `height` are those of the path, which starts at 0, 0. */
function icon(name: string, width: number, height: number, data: string): ShapeOffer {
  return { name, choice: { shapeType: 'svg', name, svg: { data, width, height } }, icon: { path: data } };
}

/** A choice of the shape picker. */
type ShapeChoice = Parameters<typeof newShapeLayer>[0];

/** Adds a shape, selects it and opens its route. */
function addShape(shape: ShapeChoice): void {
  addAndOpen(newShapeLayer(shape, selectedScene().background, newId, Math.random));
}

/** The crop footer: aspect ratio, reset and Done. */
export function CropFooter() {
  const layer = useLayer(isPicture);
  const { shape } = useSnapshot(cropping);
  const done = <FooterButton className="is-main" label="Done" icon={<Check />} onClick={endCropping} />;
  const reset = () => {
    const frame = layer && frameOf(layer);
    if (frame) applyCrop(layer.id, wholeFrame(frame));
  };
  return (
    <FooterBar label="Crop" lead={<BackButton />} tail={done}>
      {layer && (
        <>
          <FooterGroup label="Aspect ratio">
            {cropShapes.map(({ id, label }) => (
              <FooterButton
                key={id}
                label={label}
                icon={icons[id] ?? <RatioFrame ratio={id} />}
                pressed={shape === id}
                onClick={() => chooseShape(layer, id)}
              />
            ))}
          </FooterGroup>
          <FooterGroup>
            <FooterButton label="Reset" name="Reset crop" icon={<RotateCcw />} disabled={!layer.crop} onClick={reset} />
          </FooterGroup>
        </>
      )}
    </FooterBar>
  );
}

const icons: Partial<Record<string, ReactNode>> = { free: <Scan />, original: <ImageIcon /> };
