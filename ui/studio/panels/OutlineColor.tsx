import { useEffect } from 'react';
import { colorOf, setOutlineColor } from '../../../engine/edit/style.ts';
import { lacksOutline } from '../../../engine/kinds/shape.ts';
import { ColorPicker } from '../controls/ColorPicker.tsx';
import { useLayer } from '../effects/useLayer.ts';
import { change, endStep } from '../state/studio.ts';

/** Outline color of a shape or text, or color of a line or arrow. */
export default function OutlineColor() {
  const layer = useLayer();
  useEffect(() => endStep, []);
  const now = layer && colorOf(layer, 'outline');
  if (!layer || !now) return <p className="soft">This layer has no outline.</p>;
  return (
    <>
      {lacksOutline(layer) && (
        <p className="panel-hint soft small">The outline is visible at a line width of 1 or more.</p>
      )}
      <ColorPicker
        value={now.color}
        onChange={(chosen) => change((project) => setOutlineColor(project, layer.id, chosen), `outline:${layer.id}`)}
        onEnd={endStep}
        clear={now.canBeNone && 'none'}
      />
    </>
  );
}
