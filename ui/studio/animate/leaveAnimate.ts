import { homePath } from '../state/go.ts';
import { leaveFor } from '../state/leave.ts';

/** Done: back to the layer if one is selected, else to the editor. */
export function leaveAnimate(): void {
  leaveFor(homePath(), 'animate');
}
