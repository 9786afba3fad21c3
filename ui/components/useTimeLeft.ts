import { useRef } from 'react';
import type { VideoRecord } from '../../api/contract/video.ts';
import { leftInWords, type Sample, secondsLeft } from './timeLeft.ts';

/** How many samples are kept; at four a second more than the pace is taken from. */
const MOST = 120;

/** How long a render will go on, in words; '' while that is not known well enough. */
export function useTimeLeft(video: VideoRecord | undefined, reachable: boolean): string {
  const samples = useRef<Sample[]>([]);
  const progress = video?.status === 'rendering' && reachable ? video.progress : undefined;
  const last = samples.current.at(-1);
  // It waits, or began anew after the server did.
  if (progress === undefined || (last && progress < last.progress)) samples.current = [];
  if (progress !== undefined && progress !== last?.progress) {
    samples.current = [...samples.current, { at: performance.now(), progress }].slice(-MOST);
  }
  const left = secondsLeft(samples.current);
  return left === undefined ? '' : leftInWords(left);
}
