import { useDeferredValue, useMemo } from 'react';
import { subtitlesRegion } from '../../engine/painters/subtitlesRegion.ts';
import type { Cue } from '../../engine/project/subtitles.ts';

/** Returns the region whose glyph variants the cues' East Asian characters use, deferred behind typing. */
export function useRegion(cues: readonly Cue[]) {
  const settled = useDeferredValue(cues);
  return useMemo(() => subtitlesRegion({ cues: settled }), [settled]);
}
