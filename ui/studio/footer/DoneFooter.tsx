interface Props {
  onDone: () => void;
  /** Whether the header's DONE, which starts the render, remains the primary button. */
  isSecond?: boolean;
}

/** A footer with only a Done button, as for the timeline and animations. */
export function DoneFooter({ onDone, isSecond = false }: Props) {
  return (
    <footer className="studio-footer is-slim">
      <button type="button" className={`button large ${isSecond ? 'plain' : 'primary'}`} onClick={onDone}>
        Done
      </button>
    </footer>
  );
}
