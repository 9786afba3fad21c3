interface Props {
  onDone: () => void;
  /** Whether the header's DONE, which has the project rendered, stays the one to press. */
  isSecond?: boolean;
}

/** A footer that contains only a Done button, as that of the timeline and of the animations. */
export function DoneFooter({ onDone, isSecond = false }: Props) {
  return (
    <footer className="studio-footer is-slim">
      <button type="button" className={`button large ${isSecond ? 'plain' : 'primary'}`} onClick={onDone}>
        Done
      </button>
    </footer>
  );
}
