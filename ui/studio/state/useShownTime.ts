import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { playhead } from './playback.ts';
import { studio } from './studio.ts';

/** The moment that is shown, seconds of the whole video; while it plays it changes many times a second. */
export function useShownTime(): number {
  const { studioPaused, studioTime } = useSnapshot(studio);
  const { time } = useSnapshot(playhead);
  return studioPaused ? studioTime : time;
}

/** The moment as a slider says it: while it plays it stays, for nobody could listen to each. @param shown seconds. */
export function useSaidTime(shown: number): number {
  const { studioPaused } = useSnapshot(studio);
  const said = useRef(shown);
  if (studioPaused) said.current = shown;
  return said.current;
}
