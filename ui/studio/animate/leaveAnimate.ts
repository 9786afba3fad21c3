import { homePath } from '../state/go.ts';
import { leaveFor } from '../state/leave.ts';

/** Done: returns to the selected layer, or to the editor. */
export function leaveAnimate(): void {
  leaveFor(homePath(), 'animate');
}
