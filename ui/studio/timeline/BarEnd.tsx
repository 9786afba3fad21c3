import type { KeyboardEvent, PointerEvent } from 'react';
import type { Layer } from '../../../engine/project/layers.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { layerLabel } from '../controls/layerTitle.ts';
import { edgeKeys, secondsOf } from '../shortcuts/timeKeys.ts';
import { endStep } from '../state/studio.ts';
import { movePart, timeOf } from './timeEdits.ts';
import { scrollIntoViewLater } from './view.ts';

interface Props {
  layer: Layer;
  part: 'start' | 'end';
  /** Position in seconds of the whole video. */
  at: number;
  onPointerDown: (press: PointerEvent<HTMLElement>) => void;
}

/** A handle at an end of the selected bar. Dragging starts at once, by touch too. For keys, see `edgeKeys`. */
export function BarEnd({ layer, part, at, onPointerDown }: Props) {
  const name = layerLabel(layer);
  return (
    <div
      className={`bar-end is-${part}`}
      role="slider"
      tabIndex={0}
      aria-label={`${part === 'start' ? 'Start' : 'End'} of ${name}`}
      aria-orientation="horizontal"
      aria-valuenow={at}
      aria-valuetext={timecode(at)}
      onPointerDown={onPointerDown}
      onKeyDown={(event) => moveByKey(event, layer.id, part)}
      onKeyUp={({ key }) => /^(Arrow|Page)/.test(key) && endStep()}
    />
  );
}

function moveByKey(event: KeyboardEvent<HTMLElement>, layerId: string, part: 'start' | 'end'): void {
  const by = secondsOf(event, edgeKeys);
  const found = timeOf(layerId);
  if (by === undefined || !found) return;
  event.preventDefault();
  movePart(layerId, part, (part === 'start' ? found.from : found.to) + by);
  scrollIntoViewLater(event.currentTarget);
}
