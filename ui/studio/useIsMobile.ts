import { useSyncExternalStore } from 'react';

const query = matchMedia('(max-width: 768px)');

/** Whether the window is 768 px wide or less. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => query.matches,
  );
}
