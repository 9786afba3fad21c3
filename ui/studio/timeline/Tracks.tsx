import { type FocusEvent, memo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { kindOf } from '../../../engine/kinds/index.ts';
import type { LayerSpan, SceneSpan } from '../../../engine/timeline/spans.ts';
import { LayerBar } from './LayerBar.tsx';
import { timelineDrag } from './moving.ts';

/** Narrower scenes show no layers, since they could not be told apart. In CSS pixels. */
const LEAST_WIDTH = 16;

interface Props {
  span: SceneSpan;
  /** CSS pixels per second. */
  scale: number;
  selectedLayerId: string | null;
  /** The layers selected together. */
  severalIds: readonly string[];
}

/** The layers of a scene over their spans, front to back, with audio below. */
export const Tracks = memo(function Tracks({
  span: { layers, start, end, sceneIndex },
  scale,
  selectedLayerId,
  severalIds,
}: Props) {
  const { layerIds: movedIds, framedIds } = useSnapshot(timelineDrag);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const width = (end - start) * scale;
  if (width < LEAST_WIDTH) return null;
  const rows = rowsOf(layers);
  const isHere = (id: string | null) => rows.some(({ layer }) => layer.id === id);
  const stopId = [focusedId, selectedLayerId].find(isHere) ?? rows[0]?.layer.id;
  const noteFocus = ({ target }: FocusEvent) => setFocusedId(target.closest<HTMLElement>('li')?.dataset.layer ?? null);
  return (
    <ul
      className="tracks"
      aria-label={`Layers of scene ${sceneIndex + 1}`}
      style={{ left: start * scale, width }}
      onFocus={noteFocus}
    >
      {rows.map((span) => (
        <LayerBar
          key={span.layer.id}
          span={span}
          sceneStart={start}
          scale={scale}
          isSelected={span.layer.id === selectedLayerId}
          isAmong={severalIds.includes(span.layer.id) || framedIds.includes(span.layer.id)}
          isMoved={movedIds.includes(span.layer.id)}
          isTabStop={span.layer.id === stopId}
        />
      ))}
    </ul>
  );
});

function rowsOf(layers: readonly LayerSpan[]): LayerSpan[] {
  const rows = layers.toReversed();
  const isSound = ({ layer }: LayerSpan) => !kindOf(layer).isSeen;
  return [...rows.filter((span) => !isSound(span)), ...rows.filter(isSound)];
}
