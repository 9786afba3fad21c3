import { ArrowLeftRight, ArrowRight } from 'lucide-react';
import { lineWidthRange, opacityRange, type StepperRange } from '../../../engine/edit/stepper.ts';
import { setLayerFields } from '../../../engine/edit/style.ts';
import { hasFill } from '../../../engine/kinds/shape.ts';
import type { ShapeLayer } from '../../../engine/project/layers.ts';
import { MAX_SIDE } from '../../../engine/project/limits.ts';
import { Segments } from '../../kit/choices.tsx';
import { Stepper } from '../../kit/Stepper.tsx';
import { Swatch } from '../../kit/swatches.tsx';
import { FooterButton } from '../controls/FooterButton.tsx';
import { TimeButton } from '../effects/EffectButtons.tsx';
import { openSheet } from '../state/go.ts';
import { change, endStep } from '../state/studio.ts';
import { FooterGroup, WithoutInspector } from './FooterBar.tsx';

/** Range of Pointer Width and Pointer Length, in canvas pixels. */
const pointerRange: StepperRange = { min: 0, max: MAX_SIDE, step: 1 };

/** The controls of a shape: colors, line and opacity, and those of lines and arrows. */
export function ShapeControls({ layer }: { layer: ShapeLayer }) {
  const isLine = !hasFill(layer);
  return (
    <>
      <FooterGroup label="Colors">
        {!isLine && (
          <FooterButton label="Fill" icon={<Swatch color={layer.background} />} onClick={() => openSheet('colors')} />
        )}
        <FooterButton
          label={strokeTitle(layer)}
          icon={<Swatch color={layer.stroke} />}
          onClick={() => openSheet('outline-colors')}
        />
      </FooterGroup>
      <FooterGroup label="Line">
        <NumberField layer={layer} label="Line Width" field="lineWidth" range={lineWidthRange} />
        {layer.shapeType === 'arrow' && <ArrowControls layer={layer} />}
        {layer.shapeType === 'line' && <LineCap layer={layer} />}
        <NumberField layer={layer} label="Opacity" field="globalAlpha" range={opacityRange} />
      </FooterGroup>
      <FooterGroup>
        <WithoutInspector>
          <TimeButton layer={layer} />
        </WithoutInspector>
      </FooterGroup>
    </>
  );
}

/** Label of the line around or along a shape. */
function strokeTitle({ shapeType }: ShapeLayer): string {
  if (shapeType === 'line') return 'Line color';
  return shapeType === 'arrow' ? 'Arrow color' : 'Outline';
}

interface NumberProps {
  layer: ShapeLayer;
  label: string;
  field: 'lineWidth' | 'globalAlpha' | 'pointerWidth' | 'pointerLength';
  range: StepperRange;
}

function NumberField({ layer, label, field, range }: NumberProps) {
  return (
    <Stepper
      label={label}
      value={layer[field] ?? (hasFill(layer) ? 0 : 20)}
      range={range}
      onChange={(value) => set(layer, { [field]: value }, `${field}:${layer.id}`)}
      onEnd={endStep}
    />
  );
}

function ArrowControls({ layer }: { layer: ShapeLayer }) {
  return (
    <>
      <NumberField layer={layer} label="Pointer Width" field="pointerWidth" range={pointerRange} />
      <NumberField layer={layer} label="Pointer Length" field="pointerLength" range={pointerRange} />
      <Segments
        label="Heads"
        value={layer.pointerAtBeginning ? 'two' : 'one'}
        choices={heads}
        onChange={(value) => set(layer, { pointerAtBeginning: value === 'two' })}
      />
    </>
  );
}

const heads = [
  { value: 'one', name: 'One-sided', icon: <ArrowRight aria-hidden="true" /> },
  { value: 'two', name: 'Two-sided', icon: <ArrowLeftRight aria-hidden="true" /> },
] as const;

function LineCap({ layer }: { layer: ShapeLayer }) {
  const cap = layer.lineCap ?? 'round';
  return (
    <Segments
      label="Line Cap"
      value={cap === 'butt' ? undefined : cap}
      choices={caps}
      onChange={(value) => set(layer, { lineCap: value })}
    />
  );
}

const caps = [
  { value: 'round', name: 'Round', icon: <CapIcon d="M10 6h12v12H10a6 6 0 0 1 0-12z" /> },
  { value: 'square', name: 'Square', icon: <CapIcon d="M4 6h18v12H4z" /> },
] as const;

/** Icon of a line cap, with the line's end point. */
function CapIcon({ d }: { d: string }) {
  return (
    <svg
      className="drawn-icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
      <path d="M10 12h12" />
      <circle cx="10" cy="12" r="1.5" fill="currentColor" />
    </svg>
  );
}

function set(layer: ShapeLayer, fields: Partial<ShapeLayer>, step?: string): void {
  change((project) => setLayerFields(project, layer.id, 'shape', fields), step);
}
