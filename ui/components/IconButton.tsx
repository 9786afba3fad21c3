import type { LucideIcon } from 'lucide-react';

interface Props {
  icon: LucideIcon;
  /** What it does, for screen readers and in its tip. */
  label: string;
  /** A shorter tip; the label unless given. */
  title?: string;
  disabled?: boolean;
  /** Does nothing now, and keeps the focus. */
  'aria-disabled'?: boolean;
  onClick: () => void;
}

/** A bare, square button with a picture. */
export function IconButton({ icon: Icon, label, title = label, disabled = false, onClick, ...idle }: Props) {
  const isIdle = idle['aria-disabled'] === true;
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-label={label}
      title={title}
      disabled={disabled}
      aria-disabled={isIdle || undefined}
      onClick={() => !isIdle && onClick()}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
