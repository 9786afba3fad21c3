import { useDeferredValue, useMemo } from 'react';
import { subtitlesRegion } from '../../engine/painters/subtitlesRegion.ts';
import type { Cue } from '../../engine/project/subtitles.ts';

/** In whose shapes the East Asian letters of subtitles are drawn; it may come a moment after what was written. */
export function useRegion(cues: readonly Cue[]) {
  const settled = useDeferredValue(cues);
  return useMemo(() => subtitlesRegion({ cues: settled }), [settled]);
}
