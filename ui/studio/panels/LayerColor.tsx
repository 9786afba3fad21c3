import { useEffect } from 'react';
import { colorOf, setLayerColor } from '../../../engine/edit/style.ts';
import { ColorPicker } from '../controls/ColorPicker.tsx';
import { useLayer } from '../effects/useLayer.ts';
import { change, endStep } from '../state/studio.ts';

/** Color of the selected layer: text color, fill of a shape, background of a placeholder. */
export default function LayerColor() {
  const layer = useLayer();
  useEffect(() => endStep, []);
  const now = layer && colorOf(layer, 'color');
  if (!layer || !now) return <p className="soft">This layer has no color of its own.</p>;
  return (
    <ColorPicker
      value={now.color}
      onChange={(chosen) => change((project) => setLayerColor(project, layer.id, chosen), `color:${layer.id}`)}
      onEnd={endStep}
      clear={now.canBeNone && 'none'}
    />
  );
}
