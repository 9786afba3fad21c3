import { DoneFooter } from '../footer/DoneFooter.tsx';
import { homePath } from '../state/go.ts';
import { leaveFor } from '../state/leave.ts';

/** The footer of the timeline: Done goes back to the editor, at the selected layer if there is one. */
export function TimelineFooter() {
  return <DoneFooter onDone={() => leaveFor(homePath(), 'timeline')} />;
}
