import { leaveLayer } from '../state/go.ts';

/** The footer of the timeline: Done lets go of the layer and goes to the editor (studio spec §2). */
export function TimelineFooter() {
  return (
    <footer className="studio-footer is-slim">
      <button type="button" className="button primary" onClick={() => leaveLayer()}>
        Done
      </button>
    </footer>
  );
}
