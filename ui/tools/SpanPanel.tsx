import { useSnapshot } from 'valtio';
import { moveTrim, type TrimPart } from '../../engine/edit/trimWindow.ts';
import type { Project } from '../../engine/project/project.ts';
import { paceOf } from '../../engine/timeline/durations.ts';
import { mediaTimeAt } from '../../engine/timeline/mediaTime.ts';
import { layerSpans } from '../../engine/timeline/spans.ts';
import { Filmstrip } from '../media/Filmstrip.tsx';
import { Waveform } from '../media/Waveform.tsx';
import { setFields, trackOf } from './drafts.ts';
import { SpanFields, spanOf } from './SpanFields.tsx';
import type { PanelProps } from './toolPanel.ts';

/** Heights, in CSS pixels. */
const STRIP_HEIGHT = 64;
const WAVE_HEIGHT = 32;
/** Seconds before the end at which the last frame is shown. */
const BEFORE_END = 0.05;

/** Trim slider over the filmstrip and waveform of the source. */
export function SpanPanel({ tool, draft, project, player }: PanelProps) {
  const { time } = useSnapshot(player.state);
  const [source] = draft.sources;
  if (!source || source.duration === 0 || source.width === 0) return null;
  const { duration } = source;
  const span = spanOf(draft.settings, ['startTime', 'endTime'], duration);
  const audioTrack = trackOf(draft);
  const choose = (start: number, end: number, which: TrimPart) => {
    player.pause();
    player.seekInNext(momentOf(project, which, end - start));
    setFields(tool, { startTime: start, endTime: end });
  };
  return (
    <SpanFields
      label="Trim video"
      {...{ ...span, duration }}
      height={STRIP_HEIGHT + (source.hasAudio ? WAVE_HEIGHT : 0)}
      playhead={playheadOf(project, time)}
      onChange={choose}
      onStep={(part, to) => {
        const moved = moveTrim(span, part, to, duration);
        choose(moved.start, moved.end, part);
      }}
    >
      {source.kind === 'video' && (
        <>
          <Filmstrip url={source.url} duration={duration} height={STRIP_HEIGHT} />
          {source.hasAudio && <Waveform {...{ url: source.url, duration, audioTrack }} height={WAVE_HEIGHT} />}
        </>
      )}
    </SpanFields>
  );
}

/** Returns the media time at a time of the project, in seconds; undefined where no source is visible. */
function playheadOf(project: Project, time: number): number | undefined {
  const span = layerSpans(project).find(({ media }) => media !== undefined);
  return span && mediaTimeAt(span, time);
}

/** Returns the project time at which the moved end is visible. @param length of the span, in seconds. */
function momentOf(project: Project, which: TrimPart, length: number): number {
  const layer = project.scenes[0]?.layers.find((one) => one.type === 'video');
  if (!layer) return 0;
  const isLast = (which === 'end') !== layer.isReversed;
  return isLast ? Math.max(0, length / paceOf(layer.speed, layer.stopMotion).speed - BEFORE_END) : 0;
}
