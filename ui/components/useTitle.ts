import { useEffect } from 'react';
import { t } from '../texts/t.ts';

/**
 * Sets what the tab and bookmarks say of a screen while it is shown.
 * @param title '' for the product's name alone. @param description one sentence; '' leaves what was there.
 */
export function useTitle(title: string, description = ''): void {
  useEffect(() => {
    document.title = title ? `${t(title)} · Cutroom` : 'Cutroom';
    if (description) document.querySelector('meta[name=description]')?.setAttribute('content', t(description));
  }, [title, description]);
}
