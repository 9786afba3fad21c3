import { useEffect } from 'react';
import { t } from '../texts/t.ts';

/**
 * Sets the document's title and description while a screen is shown.
 * @param title '' for the product name only. @param description one sentence; '' keeps the current one.
 */
export function useTitle(title: string, description = ''): void {
  useEffect(() => {
    document.title = title ? `${t(title)} · Cutroom` : 'Cutroom';
    if (description) document.querySelector('meta[name=description]')?.setAttribute('content', t(description));
  }, [title, description]);
}
