import { DoneFooter } from '../footer/DoneFooter.tsx';
import { leaveLayer } from '../state/go.ts';

/** The footer of the timeline: Done lets go of the layer and goes to the editor (studio spec §2). */
export function TimelineFooter() {
  return <DoneFooter onDone={() => leaveLayer()} />;
}
