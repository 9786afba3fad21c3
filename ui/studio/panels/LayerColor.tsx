import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { findLayer } from '../../../engine/edit/find.ts';
import { colorOf, setLayerColor } from '../../../engine/edit/style.ts';
import { hasFill } from '../../../engine/kinds/shape.ts';
import { ColorPicker } from '../controls/ColorPicker.tsx';
import { change, endStep, studio } from '../state/studio.ts';

/** The colour of the selected layer: of a text, the fill of a shape, the ground of a placeholder. */
export default function LayerColor() {
  const { project, selectedLayerId } = useSnapshot(studio);
  const layer = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId)?.layer;
  useEffect(() => endStep, []);
  const color = layer && colorOf(layer, 'color');
  if (!layer || color === undefined) return <p className="soft">This layer has no colour of its own.</p>;
  return (
    <ColorPicker
      value={color}
      onChange={(chosen) => change((now) => setLayerColor(now, layer.id, chosen), `color:${layer.id}`)}
      onEnd={endStep}
      allowNone={layer.type === 'shape' ? hasFill(layer) : layer.type === 'placeholder'}
    />
  );
}
