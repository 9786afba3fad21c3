import { navigate } from 'wouter/use-browser-location';
import { place } from '../../state/place.ts';
import { homePath } from '../state/go.ts';
import { endStep, studio } from '../state/studio.ts';

/** Ends text editing on the canvas and returns to the layer's own route. */
export function endWriting(): void {
  endStep();
  studio.writingLayerId = null;
  if (place.screen === 'text') navigate(homePath(), { replace: true });
}
