import { useRef } from 'react';
import type { VideoRecord } from '../../api/contract/video.ts';
import { leftInWords, type Sample, secondsLeft } from './timeLeft.ts';

/** Maximum number of samples; at four per second, more than the pace needs. */
const MOST = 120;

/** Returns the estimated remaining time of a render as text; '' if it cannot be estimated yet. */
export function useTimeLeft(video: VideoRecord | undefined, reachable: boolean): string {
  const samples = useRef<Sample[]>([]);
  const progress = video?.status === 'rendering' && reachable ? video.progress : undefined;
  const last = samples.current.at(-1);
  // The render waits, or restarted with the server.
  if (progress === undefined || (last && progress < last.progress)) samples.current = [];
  if (progress !== undefined && progress !== last?.progress) {
    samples.current = [...samples.current, { at: performance.now(), progress }].slice(-MOST);
  }
  const left = secondsLeft(samples.current);
  return left === undefined ? '' : leftInWords(left);
}
