import { memo } from 'react';
import { useSnapshot } from 'valtio';
import { isText } from '../../../engine/kinds/text.ts';
import type { Size } from '../../../engine/layout/box.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { layerPreview, layerTitle } from '../controls/layerTitle.ts';
import { goTo, openLayer } from '../state/go.ts';
import { studio } from '../state/studio.ts';
import { boxStyle } from './screenBox.ts';
import type { ShownLayer } from './stageLayers.ts';

/**
 * A button over each layer, front to back, for the keyboard and for screen readers: it shows nothing but the focus, and
 * lets pointers through to the stage.
 */
export function LayerButtons({ layers, scale }: { layers: readonly ShownLayer[]; scale: number }) {
  const { selectedLayerId, project } = useSnapshot(studio);
  const { width, height } = canvasSize(project);
  return layers.map((shown) => (
    <LayerButton
      key={shown.id}
      shown={shown}
      scale={scale}
      isSelected={shown.id === selectedLayerId}
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

/** Rendered anew only when its own layer changes: a drag moves one of perhaps hundreds. */
const LayerButton = memo(function LayerButton({ shown, scale, isSelected, canvasWidth, canvasHeight }: Props) {
  return (
    <button
      type="button"
      className="stage-layer"
      data-layer={shown.id}
      aria-label={layerName(shown, { width: canvasWidth, height: canvasHeight })}
      aria-pressed={isSelected}
      style={boxStyle(shown.box, scale)}
      onClick={() => (isSelected && isText(shown.layer) ? goTo('text') : openLayer(shown.id))}
    />
  );
});

/** What a layer is called: its type and what it says, else where its middle is. @param canvas pixels. */
export function layerName({ layer, box }: Pick<ShownLayer, 'layer' | 'box'>, canvas: Size): string {
  const words = layerPreview(layer);
  if (words) return `${layerTitle(layer)}: ${words}`;
  const part = (at: number, length: number) => Math.round((100 * at) / length);
  const [x, y] = [part(box.x + box.width / 2, canvas.width), part(box.y + box.height / 2, canvas.height)];
  return `${layerTitle(layer)}, middle at ${x}% from the left, ${y}% from the top`;
}
