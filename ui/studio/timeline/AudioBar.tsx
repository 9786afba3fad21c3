import { Music, Repeat } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useSnapshot } from 'valtio';
import type { AudioTrack, Project } from '../../../engine/project/project.ts';
import { toMilliseconds } from '../../../engine/project/roundTime.ts';
import { audioSpan } from '../../../engine/timeline/durations.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { DRAG_WAY, startDrag } from '../../kit/drag.ts';
import { secondsOf, trimKeys } from '../../kit/timeKeys.ts';
import { Waveform } from '../../media/Waveform.tsx';
import { dropStep, endStep } from '../state/studio.ts';
import { holdScale } from '../state/timelineView.ts';
import { endTimelineDrag, timelineDrag } from './timelineDrag.ts';
import { AUDIO_START_STEP, latestStart, moveTrack } from './trimming.ts';
import { boardAround, LONG_PRESS_MS, scrollIntoViewLater } from './view.ts';

interface Props {
  project: Project;
  audio: AudioTrack;
  /** CSS pixels per second. */
  scale: number;
  /** Duration of the whole video, in seconds. */
  total: number;
}

/** Height of the audio track's bar, in CSS pixels. */
const HEIGHT = 44;

/** The audio track's bar. Dragging or the arrow keys move its start. A quick swipe scrolls the timeline instead. */
export function AudioBar({ project, audio, scale, total }: Props) {
  const { start, end } = audioSpan(audio);
  const audibleSeconds = audio.loop ? total - audio.startTime : Math.min(end - start, total - audio.startTime);
  const { isTrack } = useSnapshot(timelineDrag);
  const width = Math.max(0, audibleSeconds) * scale;
  const once = Math.min(audibleSeconds, end - start);
  return (
    <div className="board-audio" style={{ height: HEIGHT }}>
      <div
        className="audio-bar"
        role="slider"
        tabIndex={0}
        aria-label="Audio will start at"
        aria-valuemin={0}
        aria-valuemax={latestStart(project)}
        aria-valuenow={audio.startTime}
        aria-valuetext={timecode(audio.startTime)}
        data-muted={audio.isMuted || undefined}
        data-dragging={isTrack || undefined}
        style={{ left: audio.startTime * scale, width }}
        onKeyDown={(event) => moveByKey(event, audio.startTime)}
        onKeyUp={({ key }) => key.startsWith('Arrow') && endStep()}
        onPointerDown={(press) => dragStart(press, audio.startTime, scale)}
      >
        {once > 0 && (
          <div className="audio-wave" style={{ width: once * scale }}>
            <Waveform
              {...{ url: audio.url, duration: audio.duration ?? 0, audioTrack: audio.audioTrack }}
              from={start}
              to={start + once}
              height={HEIGHT}
            />
          </div>
        )}
        <span className="track-words">
          {audio.loop ? <Repeat aria-hidden="true" /> : <Music aria-hidden="true" />}
          <span>{audio.loop ? 'Audio, looped' : 'Audio'}</span>
        </span>
      </div>
    </div>
  );
}

function moveByKey(event: KeyboardEvent<HTMLElement>, start: number): void {
  const by = secondsOf(event, trimKeys);
  if (by === undefined) return;
  event.preventDefault();
  moveTrack(toMilliseconds(start + by));
  scrollIntoViewLater(event.currentTarget);
}

function dragStart(press: PointerEvent<HTMLElement>, start: number, scale: number): void {
  const { scroll, placeOf } = boardAround(press.currentTarget);
  const grabbed = placeOf(press.clientX);
  startDrag(press, {
    way: DRAG_WAY,
    rest: LONG_PRESS_MS,
    scroll,
    onStart: () => {
      endStep();
      // The total duration may change with the start; a fixed scale keeps the bar under the pointer.
      holdScale(scale);
      timelineDrag.isTrack = true;
    },
    onMove: (x) => moveTrack(Math.round((start + (placeOf(x) - grabbed) / scale) * 100) / 100),
    onEnd: () => {
      endStep();
      endTimelineDrag();
    },
    onCancel: () => {
      dropStep(AUDIO_START_STEP);
      endTimelineDrag();
    },
  });
}
