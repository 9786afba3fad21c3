import { type RefObject, useEffect } from 'react';
import { loadFamily } from '../../../engine/browser/loadFonts.ts';
import { findFont } from '../../../engine/painters/fontsTable.ts';
import { watchSight } from '../../components/watchSight.ts';

/**
 * How long a row must be visible before its font is fetched, in milliseconds, so that fast scrolling fetches nothing.
 */
const REST_MS = 300;

/** Loads the font of a row's sample once the row is visible. */
export function useSample(row: RefObject<HTMLElement | null>, family: string): void {
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const rest = findFont(family)?.source === 'further' ? REST_MS : 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = watchSight(element, (isSeen) => {
      clearTimeout(timer);
      if (!isSeen) return;
      timer = setTimeout(() => {
        stop();
        void loadFamily(family);
      }, rest);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [row, family]);
}
