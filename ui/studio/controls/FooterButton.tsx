import type { ReactNode } from 'react';
import { type FocusTarget, focusTarget } from '../../app/focus.ts';

interface Props {
  label: string;
  /** An icon, a swatch, or other visual. */
  icon: ReactNode;
  onClick: () => void;
  /** State of a toggle. */
  pressed?: boolean;
  /** Stays visible and focusable, but does nothing. */
  disabled?: boolean | undefined;
  /** Accessible name, if the label is not enough; must contain the visible text (WCAG 2.5.3). */
  name?: string;
  /** A number at the icon's corner. */
  count?: number;
  className?: string;
  /** Tooltip. */
  title?: string | undefined;
  /** Its shortcuts, as in `aria-keyshortcuts`. */
  keys?: string | undefined;
  /** Name of the focus target that returns focus to this button. */
  target?: FocusTarget;
}

/** A footer control: an icon above its label. */
export function FooterButton({ label, icon, onClick, className = '', target, ...state }: Props) {
  const { pressed, disabled, name, count, title, keys } = state;
  return (
    <button
      ref={target && focusTarget(target)}
      type="button"
      className={`footer-button ${className}`}
      aria-pressed={pressed}
      aria-disabled={disabled}
      aria-label={name}
      aria-keyshortcuts={keys}
      title={title}
      onClick={disabled ? undefined : onClick}
    >
      <span className="center footer-icon" aria-hidden="true">
        {icon}
        {count !== undefined && <span className="footer-count numbers">{count}</span>}
      </span>{' '}
      <span className="footer-label">{label}</span>
    </button>
  );
}
