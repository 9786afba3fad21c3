import { useCallback, useSyncExternalStore } from 'react';
import { subscribe } from 'valtio/vanilla';
import type { Cue } from '../../engine/project/subtitles.ts';
import type { CueHost } from './cueHost.ts';

/** Returns the cue visible at a time; if there are several, the one that started last. */
export function cueAt(cues: readonly Cue[], time: number): Cue | undefined {
  let found: Cue | undefined;
  for (const cue of cues) {
    const isSeen = cue.startTime <= time + 1e-5 && time + 1e-5 < cue.endTime;
    if (isSeen && (!found || cue.startTime >= found.startTime)) found = cue;
  }
  return found;
}

/** Returns the visible cue and whether the video plays. Checks on every player update, but renders only on changes. */
export function useShownCue({ cues, player: { state } }: CueHost): { shownId: string | undefined; isPlaying: boolean } {
  const watch = useCallback((tell: () => void) => subscribe(state, tell, true), [state]);
  const shownId = useSyncExternalStore(watch, () => cueAt(cues, state.time)?.id);
  const isPlaying = useSyncExternalStore(watch, () => state.isPlaying);
  return { shownId, isPlaying };
}
