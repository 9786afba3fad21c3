import { Music, Repeat } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { TRIM_STEPS } from '../../../engine/edit/trimWindow.ts';
import type { AudioTrack, Project } from '../../../engine/project/project.ts';
import { audioSpan } from '../../../engine/timeline/durations.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { endStep } from '../state/studio.ts';
import { latestStart, moveTrack } from './trimming.ts';
import { Waveform } from './Waveform.tsx';

interface Props {
  project: Project;
  audio: AudioTrack;
  /** CSS pixels a second. */
  scale: number;
  /** Length of the whole video, seconds. */
  total: number;
}

/** Height of the music's bar, CSS pixels. */
const HEIGHT = 44;

/** The music from when it starts; a drag, or the arrow keys, move its start. */
export function AudioBar({ project, audio, scale, total }: Props) {
  const { start, end } = audioSpan(audio);
  const heard = audio.loop ? total - audio.startTime : Math.min(end - start, total - audio.startTime);
  const drag = useDrag(audio.startTime, scale);
  const width = Math.max(0, heard) * scale;
  const once = Math.min(heard, end - start);
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
        style={{ left: audio.startTime * scale, width }}
        onKeyDown={(event) => moveByKey(event, audio.startTime, latestStart(project))}
        onKeyUp={({ key }) => key.startsWith('Arrow') && endStep()}
        {...drag}
      >
        {once > 0 && (
          <div className="audio-wave" style={{ width: once * scale }}>
            <Waveform url={audio.url} duration={audio.duration ?? 0} from={start} to={start + once} height={HEIGHT} />
          </div>
        )}
        <span className="track-words">
          {audio.loop ? <Repeat aria-hidden="true" /> : <Music aria-hidden="true" />}
          <span>{audio.loop ? 'Audio, again and again' : 'Audio'}</span>
        </span>
      </div>
    </div>
  );
}

function moveByKey(event: KeyboardEvent, start: number, latest: number): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { fine, coarse, page } = TRIM_STEPS;
  const ways: Record<string, number> = {
    ArrowUp: start + fine,
    ArrowDown: start - fine,
    ArrowRight: start + coarse,
    ArrowLeft: start - coarse,
    PageUp: start + page,
    PageDown: start - page,
    Home: 0,
    End: latest,
  };
  const to = ways[event.key];
  if (to === undefined) return;
  event.preventDefault();
  moveTrack(Math.round(to * 1000) / 1000);
}

function useDrag(start: number, scale: number) {
  const from = useRef<{ x: number; start: number }>(undefined);
  const end = () => {
    if (from.current) endStep();
    from.current = undefined;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, start };
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      if (!from.current || clientX === from.current.x) return;
      moveTrack(Math.round((from.current.start + (clientX - from.current.x) / scale) * 100) / 100);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
