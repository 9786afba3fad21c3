import { memo } from 'react';
import { useSnapshot } from 'valtio';
import { isText } from '../../../engine/kinds/text.ts';
import type { Size } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { layerPreview, layerTitle } from '../controls/layerTitle.ts';
import { chooseLayer, goTo, toggleLayer } from '../state/go.ts';
import { picking } from '../state/picking.ts';
import { studio } from '../state/studio.ts';
import { boxStyle } from './screenBox.ts';
import type { ShownLayer } from './stageLayers.ts';

/**
 * A button over each layer, front to back, for the keyboard and screen readers. Only its focus ring is visible, and
 * pointer events pass through to the stage.
 */
export function LayerButtons({ layers, scale }: { layers: readonly ShownLayer[]; scale: number }) {
  const { selectedLayerId, severalIds, project } = useSnapshot(studio);
  const { width, height } = canvasSize(project);
  return layers.map((shown) => (
    <LayerButton
      key={shown.id}
      shown={shown}
      scale={scale}
      isSelected={shown.id === selectedLayerId || severalIds.includes(shown.id)}
      canvasWidth={width}
      canvasHeight={height}
    />
  ));
}

interface Props {
  shown: ShownLayer;
  scale: number;
  isSelected: boolean;
  canvasWidth: number;
  canvasHeight: number;
}

/** Memoized, since a drag moves one of possibly hundreds of layers. */
const LayerButton = memo(function LayerButton({ shown, scale, isSelected, canvasWidth, canvasHeight }: Props) {
  return (
    <button
      type="button"
      className="stage-layer"
      data-layer={shown.id}
      aria-label={layerName(shown, { width: canvasWidth, height: canvasHeight })}
      aria-pressed={isSelected}
      style={boxStyle(shown.box, scale)}
      onClick={(event) => act(shown, event)}
    />
  );
});

/** Shift toggles the layer in the selection. Activating the selected text layer again edits its text. */
function act({ id, layer }: ShownLayer, { shiftKey }: { shiftKey: boolean }): void {
  if (shiftKey || picking.isOn) toggleLayer(id);
  else if (studio.selectedLayerId === id && isText(layer)) goTo('text');
  else chooseLayer(id);
}

/** Accessible name of a layer: its type and text, or the position of its center. @param canvas pixels. */
export function layerName({ layer, box }: Pick<ShownLayer, 'layer' | 'box'>, canvas: Size): string {
  const words = layerPreview(layer);
  if (words) return `${layerTitle(layer)}: ${words}`;
  const part = (at: number, length: number) => Math.round((100 * at) / length);
  const [x, y] = [part(box.x + box.width / 2, canvas.width), part(box.y + box.height / 2, canvas.height)];
  return `${layerTitle(layer)}, middle at ${x}% from the left, ${y}% from the top`;
}
