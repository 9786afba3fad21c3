import { memo, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { type SceneSpan, sceneSpans } from '../../../engine/timeline/spans.ts';
import { LiveRegion } from '../../components/LiveRegion.tsx';
import { gesturePreview } from '../state/gesturePreview.ts';
import { studio } from '../state/studio.ts';
import { AudioBar } from './AudioBar.tsx';
import { ROW_HEIGHT } from './LayerBar.tsx';
import { Markers } from './Markers.tsx';
import { timelineDrag } from './moving.ts';
import { Playhead } from './Playhead.tsx';
import { Ruler } from './Ruler.tsx';
import { SceneBlock } from './SceneBlock.tsx';
import { selectBarsByRect } from './selectBarsByRect.ts';
import { Tracks } from './Tracks.tsx';
import { SIDE, useZoom } from './useZoom.ts';

/** The timeline's content: a seekable ruler, the scenes side by side, their layers below them, and the audio track. */
export function Board() {
  const scroller = useRef<HTMLDivElement>(null);
  const { project: saved, selectedSceneId, selectedLayerId, severalIds } = useSnapshot(studio);
  const project = useSnapshot(gesturePreview).project ?? saved;
  const total = totalDuration(project);
  const view = useZoom(scroller, total);
  // Memoized, so that unchanged spans do not render again.
  const spans = useMemo(() => sceneSpans(project, 'all'), [project]);
  const rows = Math.max(0, ...spans.map(({ layers }) => layers.length));
  const shown = spans.filter(({ start, end }) => end >= view.from && start <= view.to);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className="board" ref={scroller} role="group" aria-label="Timeline">
      <div
        className="board-all"
        onPointerDown={selectBarsByRect}
        data-testid="timeline-content"
        style={{ width: total * view.scale, marginInline: SIDE }}
      >
        <Ruler scroller={scroller} view={view} total={total} />
        <Markers project={project} scale={view.scale} />
        <ol className="board-scenes">
          {shown.map((span) => (
            <SceneBlock
              key={span.scene.id}
              project={saved}
              span={span}
              scale={view.scale}
              isSelected={span.scene.id === selectedSceneId}
              hasTransition={hasTransition(spans[span.sceneIndex - 1], span, view.scale)}
              hasTransitionAfter={hasTransition(span, spans[span.sceneIndex + 1], view.scale)}
            />
          ))}
        </ol>
        <div className="board-tracks" style={{ height: rows * ROW_HEIGHT }}>
          {shown.map((span) => (
            <Tracks key={span.scene.id} {...{ span, selectedLayerId, severalIds }} scale={view.scale} />
          ))}
        </div>
        {project.audio && <AudioBar project={project} audio={project.audio} scale={view.scale} total={total} />}
        <SnapLine scale={view.scale} />
        <Frame />
        <Playhead scroller={scroller} scale={view.scale} />
      </div>
      <Said />
    </div>
  );
}

/** A line where the dragged bar snapped. */
const SnapLine = memo(function SnapLine({ scale }: { scale: number }) {
  const { snappedAt } = useSnapshot(timelineDrag);
  if (snappedAt === null) return null;
  return <div className="board-snap" style={{ transform: `translateX(${snappedAt * scale}px)` }} aria-hidden="true" />;
});

/** The selection rectangle over the empty timeline. */
const Frame = memo(function Frame() {
  const { frame } = useSnapshot(timelineDrag);
  if (!frame) return null;
  const { x, y, width, height } = frame;
  return <div className="board-frame" style={{ left: x, top: y, width, height }} aria-hidden="true" />;
});

const Said = memo(function Said() {
  return <LiveRegion>{useSnapshot(timelineDrag).said}</LiveRegion>;
});

/** Minimum width of two scenes with a transition button between them, in CSS pixels. */
const JOINT_ROOM = 56;

function hasTransition(before: SceneSpan | undefined, after: SceneSpan | undefined, scale: number): boolean {
  return [before, after].every((span) => span !== undefined && (span.end - span.start) * scale >= JOINT_ROOM);
}
