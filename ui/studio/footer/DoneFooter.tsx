/** A footer that contains only a Done button, as that of the timeline and of the animations. */
export function DoneFooter({ onDone }: { onDone: () => void }) {
  return (
    <footer className="studio-footer is-slim">
      <button type="button" className="button primary large" onClick={onDone}>
        Done
      </button>
    </footer>
  );
}
