import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { findLayer } from '../../../engine/edit/find.ts';
import { hasFill, setLayerColor } from '../../../engine/edit/style.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { ColorPicker } from '../controls/ColorPicker.tsx';
import { change, endStep, studio } from '../state/studio.ts';

/** The colour of the selected layer: of a text, the fill of a shape, the ground of a placeholder (studio spec §2). */
export default function LayerColor() {
  const { project, selectedLayerId } = useSnapshot(studio);
  const layer = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId)?.layer;
  useEffect(() => endStep, []);
  const color = layer && colorOf(layer);
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

function colorOf(layer: Layer): string | undefined {
  if (layer.type === 'text') return layer.color;
  if (layer.type === 'placeholder') return layer.background;
  if (layer.type === 'shape') return hasFill(layer) ? layer.background : layer.stroke;
  return undefined;
}
