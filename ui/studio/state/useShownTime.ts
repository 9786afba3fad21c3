import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { playhead } from './playback.ts';

/** The current time in seconds of the whole video. Changes many times a second during playback. */
export function useShownTime(): number {
  return useSnapshot(playhead).time;
}

/**
 * The time that a slider announces. Frozen during playback, so that screen readers stay quiet.
 * @param shown seconds.
 */
export function useAnnouncedTime(shown: number): number {
  const { isPaused } = useSnapshot(playhead);
  const announced = useRef(shown);
  if (isPaused) announced.current = shown;
  return announced.current;
}
