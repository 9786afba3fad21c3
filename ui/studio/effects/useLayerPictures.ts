import { type RefObject, useEffect, useRef } from 'react';
import { findLayer } from '../../../engine/edit/find.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { type LayerLooks, PresetPainter } from '../../player/PresetCards.tsx';
import { player } from '../state/player.ts';
import { startOf, studio } from '../state/studio.ts';

/**
 * Paints the layer's current frame in every look onto the canvases of an element. Repaints when the layer changes or,
 * while paused, the time.
 * @param looks default: the filter presets.
 */
export function useLayerPictures(place: RefObject<HTMLElement | null>, layer: PictureLayer, looks?: LayerLooks): void {
  const painter = useRef<PresetPainter>(undefined);
  const shown = useRef(layer);
  shown.current = layer;
  useEffect(() => {
    const made = new PresetPainter(place, looks);
    painter.current = made;
    const stop = player.subscribe(() => {
      if (player.state === 'paused') made.show(shown.current, timeOf(shown.current));
    });
    return () => {
      stop();
      painter.current = undefined;
      made.dispose();
    };
  }, [place, looks]);
  useEffect(() => painter.current?.show(layer, timeOf(layer)), [layer]);
}

/** The current time relative to the layer's scene, in seconds. */
function timeOf({ id }: PictureLayer): number {
  const sceneId = findLayer(studio.project, id)?.scene.id ?? '';
  return Math.max(0, player.time - startOf(sceneId));
}
