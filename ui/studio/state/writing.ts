import { navigate } from 'wouter/use-browser-location';
import { place } from '../../app/place.ts';
import { homePath } from './go.ts';
import { endStep, studio } from './studio.ts';

/** Ends text editing on the canvas and returns to the layer's own route. */
export function endWriting(): void {
  endStep();
  studio.writingLayerId = null;
  if (place.screen === 'text') navigate(homePath(), { replace: true });
}
