import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { subscribe } from 'valtio/vanilla';
import { subtitlesRegion } from '../../engine/painters/subtitlesRegion.ts';
import type { Cue } from '../../engine/project/subtitles.ts';
import type { CueHost } from './cueHost.ts';

/** Returns the visible part of a scroller in CSS pixels, and a function that reads it again. */
export function useView(scroller: RefObject<HTMLElement | null>) {
  const [view, setView] = useState({ left: 0, top: 0, width: 0, height: 800 });
  const read = () => {
    const {
      scrollLeft: left = 0,
      scrollTop: top = 0,
      clientWidth: width = 0,
      clientHeight: height = 0,
    } = scroller.current ?? {};
    setView((before) => {
      const isSame = before.left === left && before.top === top && before.width === width && before.height === height;
      return isSame ? before : { left, top, width, height };
    });
  };
  const newest = useRef(read);
  newest.current = read;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    newest.current();
    const observer = new ResizeObserver(() => newest.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return { ...view, read };
}

/** Returns the region whose glyph variants the cues' East Asian characters use, deferred behind typing. */
export function useRegion(cues: readonly Cue[]) {
  const settled = useDeferredValue(cues);
  return useMemo(() => subtitlesRegion({ cues: settled }), [settled]);
}

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
