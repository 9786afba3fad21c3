import type { ReactNode } from 'react';
import { useWorkKeys } from '../shortcuts/useWorkKeys.ts';
import './trim.css';

interface Props {
  words: string;
  onCancel: () => void;
  /** Further actions. */
  children?: ReactNode;
}

/** Shown by a trimmer if there is nothing to trim, with a Back button. */
export function TrimUnavailable({ words, onCancel, children }: Props) {
  useWorkKeys({ escape: onCancel });
  return (
    <div className="trim-work">
      <p className="trim-words" role="status">
        {words}
      </p>
      <div className="trim-actions">
        <button type="button" className="button plain large" onClick={onCancel}>
          Back
        </button>
        {children}
      </div>
    </div>
  );
}
