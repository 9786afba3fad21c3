import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { findLayer } from '../../../engine/edit/find.ts';
import { colorOf, setOutlineColor } from '../../../engine/edit/style.ts';
import { hasFill } from '../../../engine/kinds/shape.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { ColorPicker } from '../controls/ColorPicker.tsx';
import { change, endStep, studio } from '../state/studio.ts';

/** The colour of a shape's outline, of a line or of an arrow; of a text's outline too. */
export default function OutlineColor() {
  const { project, selectedLayerId } = useSnapshot(studio);
  const layer = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId)?.layer;
  useEffect(() => endStep, []);
  const color = layer && colorOf(layer, 'outline');
  if (!layer || color === undefined) return <p className="soft">This layer has no outline.</p>;
  return (
    <>
      {layer.type === 'shape' && hasFill(layer) && !layer.lineWidth && (
        <p className="panel-hint soft small">An outline shows from a line width of 1 on.</p>
      )}
      <ColorPicker
        value={color}
        onChange={(chosen) => change((now) => setOutlineColor(now, layer.id, chosen), `outline:${layer.id}`)}
        onEnd={endStep}
        allowNone={layer.type === 'text' || hasFill(layer as Extract<Layer, { type: 'shape' }>)}
      />
    </>
  );
}
