import { DoneFooter } from '../footer/DoneFooter.tsx';
import { EDITOR } from '../state/go.ts';
import { leaveFor } from '../state/leave.ts';
import { selectLayer } from '../state/studio.ts';

/** The footer of the timeline: Done lets go of the layer and goes to the editor. */
export function TimelineFooter() {
  const leave = () => {
    selectLayer(null);
    leaveFor(EDITOR, 'timeline');
  };
  return <DoneFooter onDone={leave} />;
}
