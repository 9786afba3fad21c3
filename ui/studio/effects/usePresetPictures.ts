import { type RefObject, useEffect, useRef } from 'react';
import { findLayer } from '../../../engine/edit/find.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { PresetPainter } from '../../preview/presetPainter.ts';
import { player } from '../state/player.ts';
import { startOf, studio } from '../state/studio.ts';

/**
 * Paints the layer's own frame in every preset onto the canvases of an element; anew when the layer or, at rest, the
 * time changes.
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

/** How long the layer's scene has been shown, seconds. */
function timeOf({ id }: PictureLayer): number {
  const sceneId = findLayer(studio.project, id)?.scene.id ?? '';
  return Math.max(0, player.time - startOf(sceneId));
}
