import { ZoomIn, ZoomOut } from 'lucide-react';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { TimeSpan } from '../../engine/timeline/timeSpans.ts';
import { isDragging } from '../kit/drag.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { Waveform } from '../media/Waveform.tsx';
import { CueBlock } from './CueBlock.tsx';
import type { CueHost } from './cueHost.ts';
import { cueListState } from './cueList.ts';
import { cutOf } from './cuts.ts';
import { plannedCuts } from './plannedCuts.ts';
import { useRegion, useShownCue, useView } from './useView.ts';
import './subtitles.css';

/** Height of the waveform, in CSS pixels. */
const HEIGHT = 88;
/** CSS pixels per second: initially, if the video is longer than the view, and at most. */
const USUAL_SCALE = 80;
const MOST_SCALE = 480;
/** Zoom factor of one press. */
const ZOOM = 1.6;
/** Distance outside the view in which blocks are rendered, in CSS pixels. */
const MARGIN = 300;

interface Props {
  host: CueHost;
  /** Media reference of the video. */
  url: string;
  /** Which of its audio tracks, from 1; undefined: its own choice. */
  audioTrack?: number | undefined;
  hasSound: boolean;
}

/** Cues on a time axis over the waveform of the video; their edges can be dragged. */
export function CueTrack(props: Props) {
  // While the video's length is unknown, there is no scale.
  return props.host.duration > 0 ? <Track {...props} /> : null;
}

function Track({ host, url, audioTrack, hasSound }: Props) {
  const { cues, duration } = host;
  const scroller = useRef<HTMLDivElement>(null);
  const newest = useRef(host);
  newest.current = host;
  const view = useView(scroller);
  const least = view.width / duration;
  const [chosenScale, setChosenScale] = useState(USUAL_SCALE);
  const scale = Math.max(least, chosenScale);
  const { activeId } = useSnapshot(cueListState);
  const region = useRegion(cues);
  const { shownId } = useShownCue(host);
  const zoom = (by: number) => {
    const element = scroller.current;
    const next = Math.min(MOST_SCALE, Math.max(least, scale * by));
    const { time } = host.player.state;
    setChosenScale(next);
    // The playhead keeps its position in the view.
    if (element) requestAnimationFrame(() => (element.scrollLeft += time * (next - scale)));
  };
  const [from, to] = [(view.left - MARGIN) / scale, (view.left + view.width + MARGIN) / scale];
  return (
    <section className="cue-track" aria-label="Subtitles over time">
      <Following {...{ scroller, host, scale, activeId }} />
      <div
        className="cue-track-scroller"
        ref={scroller}
        onScroll={view.read}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
        tabIndex={0}
      >
        <div className="cue-track-all" style={{ width: duration * scale, height: HEIGHT }}>
          <Back {...{ host, url, audioTrack, hasSound, scale }} />
          <Cuts {...{ host, scale, from, to }} />
          {cues.flatMap((cue, index) =>
            cue.endTime >= from && cue.startTime <= to
              ? [
                  <CueBlock
                    key={cue.id}
                    host={newest}
                    cue={cue}
                    number={index + 1}
                    scale={scale}
                    region={region}
                    isActive={cue.id === activeId}
                    isShown={cue.id === shownId}
                    isStruck={cutOf(host, cue) === ''}
                  />,
                ]
              : [],
          )}
          <Playhead host={host} scale={scale} />
        </div>
      </div>
      <div className="cue-track-zoom">
        <IconButton icon={ZoomOut} label="Zoom out" aria-disabled={scale <= least} onClick={() => zoom(1 / ZOOM)} />
        <IconButton icon={ZoomIn} label="Zoom in" aria-disabled={scale >= MOST_SCALE} onClick={() => zoom(ZOOM)} />
      </div>
    </section>
  );
}

interface BackProps extends Props {
  scale: number;
}

/** The sound; a press there goes to its moment. */
function Back({ host: { player, duration }, url, audioTrack, hasSound, scale }: BackProps) {
  return (
    <div
      className="cover cue-track-back"
      onPointerDown={({ button, clientX, currentTarget }) => {
        if (button !== 0) return;
        player.pause();
        player.seek((clientX - currentTarget.getBoundingClientRect().left) / scale);
      }}
    >
      {hasSound && <Waveform {...{ url, duration, audioTrack }} height={HEIGHT} />}
    </div>
  );
}

/** Spans that are cut out of the video, or are about to be. @param props.from, props.to visible seconds. */
function Cuts({ host: { cuts }, scale, from, to }: { host: CueHost; scale: number; from: number; to: number }) {
  const planned = useSnapshot(plannedCuts).spans;
  const seen = (spans: readonly TimeSpan[] = [], className: string) =>
    spans
      .filter(({ startTime, endTime }) => endTime >= from && startTime <= to)
      .map(({ startTime, endTime }) => (
        <div
          key={startTime}
          className={className}
          style={{ left: startTime * scale, width: (endTime - startTime) * scale }}
        />
      ));
  return (
    <>
      {seen(cuts?.removed, 'cue-track-cut')}
      {seen(planned, 'planned-cut')}
    </>
  );
}

/** A separate component, because it renders on every frame during playback. */
const Playhead = memo(function Playhead({ host: { player }, scale }: { host: CueHost; scale: number }) {
  const { time } = useSnapshot(player.state);
  return (
    <div
      className="cue-track-playhead"
      data-testid="cue-playhead"
      style={{ transform: `translateX(${time * scale}px)` }}
    />
  );
});

interface FollowingProps {
  scroller: RefObject<HTMLElement | null>;
  host: CueHost;
  scale: number;
  activeId: string | null;
}

/** Scrolls to the playhead during playback, and to the active cue. Separate, because it renders on every frame. */
function Following({ scroller, host, scale, activeId }: FollowingProps): null {
  const { time, isPlaying } = useSnapshot(host.player.state);
  const place = time * scale;
  useEffect(() => {
    const element = scroller.current;
    if (!element || !isPlaying) return;
    const { scrollLeft, clientWidth } = element;
    if (place < scrollLeft || place > scrollLeft + clientWidth * 0.9) element.scrollLeft = place - clientWidth * 0.1;
  }, [scroller, isPlaying, place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the active cue changes.
  useEffect(() => {
    const element = scroller.current;
    const cue = host.cues.find(({ id }) => id === activeId);
    // A dragged cue must not move from under the pointer.
    if (!element || !cue || isDragging()) return;
    const { scrollLeft, clientWidth } = element;
    const [from, to] = [cue.startTime * scale, cue.endTime * scale];
    if (from < scrollLeft || to > scrollLeft + clientWidth) element.scrollLeft = (from + to - clientWidth) / 2;
  }, [activeId]);
  return null;
}
