import { useSnapshot } from 'valtio';
import { frameTimecode, timecode } from '../../../engine/timeline/timecode.ts';
import { outputFps } from '../state/stepFrames.ts';
import { studio } from '../state/studio.ts';
import { timelineModes } from '../state/timelineModes.ts';

/** The frame rate in which the timeline shows times; undefined: it shows hundredths of a second. */
export function useShownFps(): number | undefined {
  // A changed project may have another rate.
  useSnapshot(studio);
  return useSnapshot(timelineModes).showsFrames ? outputFps() : undefined;
}

/** Returns a function that formats a time in seconds as the timeline shows it. */
export function useTimeWords(): (seconds: number) => string {
  const fps = useShownFps();
  return (seconds) => (fps === undefined ? timecode(seconds) : frameTimecode(seconds, fps));
}
