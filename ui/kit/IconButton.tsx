import type { LucideIcon } from 'lucide-react';

interface Props {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  /** A shorter tooltip; default: the label. */
  title?: string;
  disabled?: boolean;
  /** Disabled, but keeps the focus. */
  'aria-disabled'?: boolean;
  onClick: () => void;
}

/** A borderless square button with an icon. */
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
