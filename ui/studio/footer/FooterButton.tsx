import type { ReactNode } from 'react';
import { type FocusTarget, focusTarget } from '../../state/focus.ts';

interface Props {
  label: string;
  /** An icon, a swatch, or whatever shows what the button is about. */
  icon: ReactNode;
  onClick: () => void;
  /** For a control that is on or off. */
  pressed?: boolean;
  /** It stays in place and keeps the focus, and does nothing. */
  disabled?: boolean;
  /** What screen readers say, where the label alone is not enough; what is to be read must be in it (WCAG 2.5.3). */
  name?: string;
  /** A number at the icon's corner. */
  count?: number;
  className?: string;
  /** The name by which the focus comes back to it. */
  target?: FocusTarget;
}

/** A control of the bar below the canvas: an icon with its label below. */
export function FooterButton({ label, icon, onClick, pressed, disabled, name, count, className = '', target }: Props) {
  return (
    <button
      ref={target && focusTarget(target)}
      type="button"
      className={`footer-button ${className}`}
      aria-pressed={pressed}
      aria-disabled={disabled}
      aria-label={name}
      onClick={disabled ? undefined : onClick}
    >
      <span className="footer-icon" aria-hidden="true">
        {icon}
        {count !== undefined && <span className="footer-count numbers">{count}</span>}
      </span>{' '}
      <span className="footer-label">{label}</span>
    </button>
  );
}
