import type { LucideIcon } from 'lucide-react';

interface Props {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  /** Another tooltip; default: the label. */
  title?: string;
  /** Its shortcuts, as in `aria-keyshortcuts`. */
  keys?: string | undefined;
  /** Whether what it toggles is on. */
  isOn?: boolean | undefined;
  disabled?: boolean;
  /** Disabled, but keeps the focus. */
  'aria-disabled'?: boolean;
  onClick: (event: React.MouseEvent<HTMLElement>) => void;
}

/** A borderless square button with an icon. */
export function IconButton({ icon: Icon, label, title = label, keys, isOn, disabled = false, ...rest }: Props) {
  const { onClick, 'aria-disabled': isIdle = false } = rest;
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-label={label}
      aria-keyshortcuts={keys}
      title={title}
      data-on={isOn || undefined}
      disabled={disabled}
      aria-disabled={isIdle || undefined}
      onClick={(event) => !isIdle && onClick(event)}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
