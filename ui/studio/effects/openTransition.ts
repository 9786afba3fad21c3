import { openOver } from '../state/go.ts';
import { pause, seek } from '../state/playback.ts';
import { selectLayer, startOf } from '../state/studio.ts';

/** Opens the choice of how a scene comes in; it is shown at its start. */
export function openTransitionOf(sceneId: string): void {
  pause();
  selectLayer(null);
  seek(startOf(sceneId));
  openOver('transition');
}
