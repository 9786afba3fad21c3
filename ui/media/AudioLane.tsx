import type { ReactNode } from 'react';
import { audioEnd } from '../../engine/edit/audioLoop.ts';
import type { AudioTrack, Project } from '../../engine/project/project.ts';
import { audioSpan, totalDuration } from '../../engine/timeline/durations.ts';
import { Waveform } from './Waveform.tsx';
import './media.css';

interface Props {
  project: Project;
  audio: AudioTrack;
  /** Duration of the lane in seconds; above 0. */
  total: number;
  /** The playhead. */
  children: ReactNode;
}

/** Height of the waveform, in CSS pixels. */
const HEIGHT = 56;

/** The audio track's position within the video; loops are hatched. */
export function AudioLane({ project, audio, total, children }: Props) {
  const span = audioSpan(audio);
  const end = audioEnd(project);
  const last = Math.min(totalDuration(project), total);
  const length = Math.max(0, Math.min(end, total) - audio.startTime);
  return (
    <div className="audio-lane">
      <div className="audio-lane-track">
        {length > 0 && (
          <div
            className="audio-block"
            style={{ left: laneShare(audio.startTime, total), width: laneShare(length, total) }}
          >
            <Waveform
              url={audio.url}
              audioTrack={audio.audioTrack}
              duration={audio.duration ?? span.end}
              from={span.start}
              to={span.start + length}
              height={HEIGHT}
            />
          </div>
        )}
        {audio.loop && end < last && (
          <div
            className="audio-block is-again"
            style={{ left: laneShare(end, total), width: laneShare(last - end, total) }}
          >
            <span>again</span>
          </div>
        )}
        {children}
      </div>
    </div>
  );
}

/** A line at a time of the video; `at` and the lane's duration in seconds. */
export function LaneMark({ at, total }: { at: number; total: number }) {
  return <div className="audio-mark" style={{ left: laneShare(at, total) }} aria-hidden="true" />;
}

function laneShare(seconds: number, total: number): string {
  return `${(100 * Math.min(seconds, total)) / total}%`;
}
