import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { playhead } from './playback.ts';

/** The moment that is shown, seconds of the whole video; while it plays it changes many times a second. */
export function useShownTime(): number {
  return useSnapshot(playhead).time;
}

/** The moment as a slider says it: while it plays it stays, for nobody could listen to each. @param shown seconds. */
export function useSaidTime(shown: number): number {
  const { isPaused } = useSnapshot(playhead);
  const said = useRef(shown);
  if (isPaused) said.current = shown;
  return said.current;
}
