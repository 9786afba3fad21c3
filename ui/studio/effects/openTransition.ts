import { openSheet } from '../state/go.ts';
import { pause, seek } from '../state/playback.ts';
import { selectLayer, startOf } from '../state/studio.ts';

/** Opens the transition panel of a scene and seeks to the scene's start. */
export function openTransitionOf(sceneId: string): void {
  pause();
  selectLayer(null);
  seek(startOf(sceneId));
  openSheet('transition');
}
