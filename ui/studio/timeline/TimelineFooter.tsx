import { DoneFooter } from '../footer/DoneFooter.tsx';
import { homePath } from '../state/go.ts';
import { leaveFor } from '../state/leave.ts';

/** Footer of the timeline. Done returns to the editor, at the selected layer if there is one. */
export function TimelineFooter() {
  return <DoneFooter onDone={() => leaveFor(homePath(), 'timeline')} />;
}
