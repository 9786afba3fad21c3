import { Diamond } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { proxy } from 'valtio/vanilla';
import { keyframeNear, positionAt } from '../../../engine/edit/keyframes.ts';
import { layerOrder } from '../../../engine/edit/order.ts';
import { setPlace } from '../../../engine/edit/setPlace.ts';
import { setLayerFields } from '../../../engine/edit/style.ts';
import { isPicture, keyframesOf } from '../../../engine/kinds/families.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { type Box, layerBox, type Size } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { centerOf } from '../../../engine/layout/point.ts';
import { keyedAt } from '../../../engine/motion/keyed.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { Project } from '../../../engine/project/project.ts';
import { Segments } from '../../kit/choices.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { NumberField } from '../../kit/NumberField.tsx';
import { ActionButton } from '../actions/ActionButton.tsx';
import { type ActionContext, applies } from '../actions/action.ts';
import { alignActions, distributeActions } from '../actions/align.ts';
import { contentActions } from '../actions/content.ts';
import { tooltip } from '../actions/keyLabels.ts';
import { layerActions } from '../actions/layers.ts';
import { Section } from '../controls/Section.tsx';
import { FlipButtons } from '../effects/EffectButtons.tsx';
import { LayerDetails } from '../inspector/Arrange.tsx';
import { AlignTarget } from '../inspector/SeveralFooter.tsx';
import { changeAtPlayhead, momentOf, setAtPlayhead, toggleKeyframe } from '../state/keyframes.ts';
import { playhead } from '../state/playback.ts';
import { change, endStep, studio } from '../state/studio.ts';

interface Props {
  /** The selected layers, at least one, all visible on the canvas. */
  layers: readonly Layer[];
  context: ActionContext;
}

/** Position, size, alignment, opacity and order of the selected layers, and what describes them. */
export function Layout({ layers, context }: Props) {
  const [first] = layers;
  const single = layers.length === 1 ? first : undefined;
  return (
    <>
      <Section title="Position and size">
        <Place layers={layers} />
      </Section>
      <Section title="Align">
        <div className="row wrap">
          {layers.length > 1 && <AlignTarget />}
          {Object.values(alignActions).map((action) => (
            <ActionButton key={action.id} action={action} label={action.title} context={context} />
          ))}
          {layers.length > 2 &&
            Object.values(distributeActions).map((action) => (
              <ActionButton key={action.id} action={action} label={action.title} context={context} />
            ))}
        </div>
      </Section>
      {single && <Order layer={single} context={context} />}
      {single && isPicture(single) && (
        <Section title="Crop and fit">
          <div className="row wrap">
            {[contentActions.crop, contentActions.fillCanvas, contentActions.lockAspectRatio].map((action) => (
              <ActionButton key={action.id} action={action} context={context} />
            ))}
            <FlipButtons layer={single} />
          </div>
        </Section>
      )}
      {single && (
        <Section title="Layer">
          <LayerDetails layer={single} context={context} />
        </Section>
      )}
    </>
  );
}

function Order({ layer, context }: { layer: Layer; context: ActionContext }) {
  const order = layerOrder(context.project, layer.id);
  if (!order) return null;
  return (
    <Section title="Order">
      <div className="row">
        <ActionButton action={layerActions.bringForward} context={context} />
        <ActionButton action={layerActions.sendBack} context={context} />
        <span className="soft small numbers" role="status">
          {`${order.position} of ${order.total}`}
        </span>
        {[layerActions.spanProject, layerActions.returnToScene]
          .filter((action) => applies(action, context))
          .map((action) => (
            <ActionButton key={action.id} action={action} context={context} />
          ))}
      </div>
    </Section>
  );
}

/** Unit of positions and sizes. */
const measure = proxy({ unit: 'px' as 'px' | '%' });

const units = [
  { value: 'px', name: 'px', icon: <span aria-hidden="true">px</span> },
  { value: '%', name: 'Percent of the canvas', icon: <span aria-hidden="true">%</span> },
] as const;

const sides = [
  { field: 'x', label: 'X', name: 'X, from the left', least: -Number.MAX_SAFE_INTEGER },
  { field: 'y', label: 'Y', name: 'Y, from the top', least: -Number.MAX_SAFE_INTEGER },
  { field: 'width', label: 'W', name: 'Width', least: 0 },
  { field: 'height', label: 'H', name: 'Height', least: 0 },
] as const;

function Place({ layers }: { layers: readonly Layer[] }) {
  const { project } = useSnapshot(studio) as { project: Project };
  const { unit } = useSnapshot(measure);
  const { time } = useSnapshot(playhead);
  const canvas = canvasSize(project);
  const ids = layers.map(({ id }) => id);
  const boxes = layers.map((layer) => boxNow(project, layer, time));
  const isLocked = layers.every((layer) => layer.isLocked);
  const set = (change: Partial<Box>) =>
    changeAtPlayhead(ids, (now) => setPlace(now, ids, change), `place:${Object.keys(change)}:${ids}`);
  return (
    <div className="stack">
      <div className="number-grid">
        {sides.map(({ field, label, name, least }) => {
          const whole = field === 'x' || field === 'width' ? canvas.width : canvas.height;
          const factor = unit === 'px' ? 1 : 100 / whole;
          const value = common(boxes.map((box) => rounded(box[field] * factor)));
          const reset = common(layers.map((layer, i) => rounded(usualBox(layer, canvas, boxes[i])[field] * factor)));
          const isUsual = value !== undefined && reset !== undefined && Math.abs(value - reset) <= 2 * ROUNDING;
          const usual = isUsual ? value : reset;
          return (
            <NumberField
              key={field}
              {...{ label, name, value, usual, unit, min: least, max: Number.MAX_SAFE_INTEGER }}
              step={1}
              disabled={isLocked}
              onChange={(to) => set({ [field]: to / factor })}
              onEnd={endStep}
            />
          );
        })}
        {layers.every((layer) => kindOf(layer).canRotate) && (
          <NumberField
            label="Rotation"
            value={common(boxes.map(({ rotation }) => rounded(rotation)))}
            {...{ min: -360, max: 360, step: 1, unit: '°', usual: 0 }}
            disabled={isLocked}
            onChange={(rotation) => set({ rotation })}
            onEnd={endStep}
          />
        )}
        <Opacity layers={layers} />
      </div>
      <div className="row split">
        <Segments
          label="Unit"
          value={unit}
          choices={units}
          onChange={(to) => {
            measure.unit = to;
          }}
        />
        {layers.length === 1 && layers[0] && <KeyframeButton layer={layers[0]} moment={momentOf(layers[0], time)} />}
      </div>
    </div>
  );
}

/** Adds a keyframe with the layer's place at the playhead, or removes it. */
function KeyframeButton({ layer, moment }: { layer: Layer; moment: number }) {
  const isHere = keyframeNear(layer, moment) >= 0;
  const label = isHere ? 'Remove keyframe' : 'Add keyframe';
  return (
    <IconButton
      icon={Diamond}
      label={label}
      title={tooltip(layerActions.toggleKeyframe, label)}
      isOn={isHere}
      disabled={layer.isLocked === true}
      onClick={() => toggleKeyframe(layer.id)}
    />
  );
}

/** Opacity in percent: at the playhead if keyframes set it, else of the whole layer. */
function Opacity({ layers }: { layers: readonly Layer[] }) {
  const { time } = useSnapshot(playhead);
  const able = layers.filter((layer) => 'globalAlpha' in layer);
  if (able.length < layers.length) return null;
  const isKeyed = (layer: Layer) => keyframesOf(layer).some(({ opacity }) => opacity !== undefined);
  const opacityOf = (layer: Layer) =>
    isKeyed(layer)
      ? (keyedAt(keyframesOf(layer), momentOf(layer, time)).opacity ?? 1)
      : 'globalAlpha' in layer
        ? layer.globalAlpha
        : 1;
  const set = (opacity: number) => {
    const [first] = layers;
    if (layers.length === 1 && first && isKeyed(first)) setAtPlayhead(first, { opacity }, `${first.id} opacity`);
    else
      change(
        (project) =>
          layers.reduce(
            (now, { id, type }) => setLayerFields(now, id, type, { globalAlpha: opacity } as object),
            project,
          ),
        `opacity:${layers.map(({ id }) => id)}`,
      );
  };
  return (
    <NumberField
      label="Opacity"
      value={common(layers.map((layer) => Math.round(100 * opacityOf(layer))))}
      {...{ min: 0, max: 100, step: 1, unit: '%', usual: 100 }}
      onChange={(percent) => set(percent / 100)}
      onEnd={endStep}
    />
  );
}

/** The box of a layer at a time of the video, in pixels of the canvas. */
function boxNow(project: Project, layer: Layer, time: number): Box {
  const canvas = canvasSize(project);
  if (keyframesOf(layer).length === 0) return layerBox(layer, canvas);
  return layerBox({ ...layer, position: positionAt(project, layer, momentOf(layer, time)) } as Layer, canvas);
}

/** Where and how large a layer is when it is new, but centered there in the size that it has now. */
function usualBox(layer: Layer, canvas: Size, now: Size = canvas): Box {
  const { position: _, ...unplaced } = layer;
  const box = layerBox(unplaced as Layer, canvas);
  const { x, y } = centerOf(box);
  return { ...box, x: x - now.width / 2, y: y - now.height / 2 };
}

/** Shown numbers are multiples of this; an edit may be off by as much. */
const ROUNDING = 0.1;

const rounded = (value: number) => Math.round(value * 10) / 10;

/** The value that all have; undefined if they differ. */
function common(values: readonly number[]): number | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}
