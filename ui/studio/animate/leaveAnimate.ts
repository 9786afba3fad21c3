import { navigate } from 'wouter/use-browser-location';
import { homePath } from '../state/go.ts';

/** Done (studio spec §2): back to the layer if one is selected, else to the editor. */
export function leaveAnimate(): void {
  navigate(homePath(), { replace: true });
}
