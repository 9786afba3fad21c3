/** One of the ways to a file beside DONE; it closes their list. */
export function Way({ title, hint, onClick }: { title: string; hint: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick();
      }}
    >
      <strong>{title}</strong>
      <span className="soft small">{hint}</span>
    </button>
  );
}
