import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { sceneStarts, totalDuration } from '../../../engine/timeline/durations.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { useSeeker } from '../controls/useSeeker.ts';
import { studio } from '../state/studio.ts';
import { useAnnouncedTime, useShownTime } from '../state/useShownTime.ts';

/** A slider over the whole project, with marks at the scene starts. */
export function Seeker() {
  const line = useRef<HTMLDivElement>(null);
  const { project } = useSnapshot(studio);
  const total = totalDuration(project);
  const shown = Math.min(total, useShownTime());
  const said = useAnnouncedTime(shown);
  const part = (seconds: number) => (total > 0 ? `${(100 * seconds) / total}%` : '0%');
  return (
    <div
      className="seeker"
      role="slider"
      tabIndex={0}
      aria-label="Time"
      aria-valuemin={0}
      aria-valuemax={Number(total.toFixed(2))}
      aria-valuenow={Number(shown.toFixed(2))}
      aria-valuetext={`${timecode(said)} of ${timecode(total)}`}
      {...useSeeker(line)}
    >
      <div className="seeker-line" data-testid="seeker-track" ref={line}>
        <div className="seeker-done" style={{ width: part(shown) }} />
        {sceneStarts(project)
          .slice(1)
          .map((start, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a mark is nothing but its place in the order.
            <i key={index} className="seeker-scene" data-testid="scene-mark" style={{ left: part(start) }} />
          ))}
        <div className="seeker-thumb" style={{ left: part(shown) }} />
      </div>
    </div>
  );
}
