import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { findLayer } from '../../../engine/edit/find.ts';
import { moveKeyframe } from '../../../engine/edit/keyframes.ts';
import { keyframesOf } from '../../../engine/kinds/families.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { snapTargets } from '../../../engine/timeline/snapTime.ts';
import { type LayerSpan, sceneSpans } from '../../../engine/timeline/spans.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { layerLabel } from '../../client/media/layerTitle.ts';
import { edgeKeys, pressedKeys, secondsOf } from '../../kit/timeKeys.ts';
import { deleteKeyframe, goToKeyframe, nudgeKeyframe } from '../state/keyframes.ts';
import { shownTime } from '../state/playback.ts';
import { endStep, selectLayer, studio } from '../state/studio.ts';
import { dragTime } from './dragBar.ts';
import { scrollIntoViewLater } from './view.ts';
import './timeline.css';

interface Props {
  span: LayerSpan;
  /** CSS pixels per second. */
  scale: number;
  /** Whether the marks are tab stops. */
  isTabStop: boolean;
}

/**
 * The keyframes on a layer's bar, as far as they lie within its span. A click seeks there, a drag or the arrow keys
 * move a keyframe, Delete removes it.
 */
export function KeyframeMarks({ span, scale, isTabStop }: Props) {
  const { layer, start, end } = span;
  return keyframesOf(layer).map(({ time }, index) =>
    time < 0 || time > end - start ? null : (
      // Keyframes have no names; their number identifies them.
      // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a keyframe is known by
      <Mark key={index} {...{ layer, index, scale, isTabStop }} at={time} start={start} />
    ),
  );
}

interface MarkProps extends Omit<Props, 'span'> {
  layer: Layer;
  index: number;
  /** Seconds since the layer starts. */
  at: number;
  /** Start of the layer, in seconds of the whole video. */
  start: number;
}

function Mark({ layer, index, at, start, scale, isTabStop }: MarkProps) {
  const hasDragged = useRef(false);
  const name = `Keyframe ${index + 1} of ${layerLabel(layer)}`;
  const drag = (press: PointerEvent<HTMLElement>) => {
    hasDragged.current = false;
    press.stopPropagation();
    dragTime(press, false, () => {
      const scene = sceneSpans(studio.project, 'all').find(({ layers }) =>
        layers.some((one) => one.layer.id === layer.id),
      );
      return {
        scale,
        edges: [start + at],
        targets: scene ? snapTargets(studio.project, [scene], [], shownTime()) : [],
        shown: shownTime(),
        edit: (project, to) => moveKeyframe(project, layer.id, index, to - start),
        edgesIn: (project) => {
          const moved = findLayer(project, layer.id)?.layer;
          return [start + ((moved && keyframesOf(moved)[index]?.time) ?? at)];
        },
        onStart: () => {
          hasDragged.current = true;
          selectLayer(layer.id);
        },
      };
    });
  };
  return (
    <button
      type="button"
      className="keyframe-mark"
      style={{ left: at * scale }}
      data-arrows=""
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`${name}, ${timecode(start + at)}`}
      title={`${name}, ${timecode(start + at)} (Left and Right move it, Delete removes it)`}
      onPointerDown={drag}
      onClick={() => {
        if (hasDragged.current) return;
        selectLayer(layer.id);
        goToKeyframe(layer, index);
      }}
      onKeyDown={(event) => actByKey(event, layer, index)}
      onKeyUp={({ key }) => /^(Arrow|Page)/.test(key) && endStep()}
    />
  );
}

function actByKey(event: KeyboardEvent<HTMLElement>, layer: Layer, index: number): void {
  const by = secondsOf(event, edgeKeys);
  const mark = event.currentTarget;
  if (['del', 'backspace'].includes(pressedKeys(event))) {
    // Focus moves to the bar.
    const bar = mark.parentElement?.querySelector<HTMLElement>('.track');
    deleteKeyframe(layer, index);
    bar?.focus();
  } else if (by === undefined) return;
  else {
    nudgeKeyframe(layer, index, by);
    scrollIntoViewLater(mark);
  }
  event.preventDefault();
  event.stopPropagation();
}
