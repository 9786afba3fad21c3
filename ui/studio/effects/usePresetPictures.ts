import { type RefObject, useEffect, useRef } from 'react';
import { findLayer } from '../../../engine/edit/find.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { PresetPainter } from '../../preview/presetPainter.ts';
import { player } from '../state/player.ts';
import { startOf, studio } from '../state/studio.ts';

/**
 * Paints the layer's current frame with every preset onto the canvases of an element. Repaints when the layer changes
 * or, while paused, the time.
 */
export function usePresetPictures(place: RefObject<HTMLElement | null>, layer: PictureLayer): void {
  const painter = useRef<PresetPainter>(undefined);
  const shown = useRef(layer);
  shown.current = layer;
  useEffect(() => {
    const made = new PresetPainter(place);
    painter.current = made;
    const stop = player.subscribe(() => {
      if (player.state === 'paused') made.show(shown.current, timeOf(shown.current));
    });
    return () => {
      stop();
      painter.current = undefined;
      made.dispose();
    };
  }, [place]);
  useEffect(() => painter.current?.show(layer, timeOf(layer)), [layer]);
}

/** The current time relative to the layer's scene, in seconds. */
function timeOf({ id }: PictureLayer): number {
  const sceneId = findLayer(studio.project, id)?.scene.id ?? '';
  return Math.max(0, player.time - startOf(sceneId));
}
