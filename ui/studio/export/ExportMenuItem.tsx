/** An item of the menu next to DONE; closes the menu. */
export function ExportMenuItem({ title, hint, onClick }: { title: string; hint: string; onClick: () => void }) {
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
