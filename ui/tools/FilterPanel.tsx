import { RotateCcw } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { isPicture } from '../../engine/kinds/families.ts';
import type { PictureLayer } from '../../engine/project/layers.ts';
import type { Project } from '../../engine/project/project.ts';
import { type Filters, isUnfiltered, unfiltered } from '../../engine/project/videoEffects.ts';
import type { Tool } from '../../engine/tools/tool.ts';
import { AdjustmentSliders } from '../kit/AdjustmentSliders.tsx';
import { PresetCards, PresetPainter } from '../player/PresetCards.tsx';
import { endStep, setFields } from './drafts.ts';
import { SpanPanel } from './SpanPanel.tsx';
import type { PanelProps, SidePanelProps } from './toolPanel.ts';
import './toolForm.css';

/** Filter presets, each shown on the current frame of the file, and the trim slider. */
export function FilterGallery(props: PanelProps) {
  const { tool, project, player } = props;
  const layer = layerOf(project);
  const { time, isPlaying } = useSnapshot(player.state);
  const place = useRef<HTMLFieldSetElement>(null);
  usePictures(place, layer, isPlaying ? undefined : time);
  if (!layer) return null;
  return (
    <>
      <div className="filter-gallery">
        <PresetCards
          place={place}
          value={layer.filterName}
          onChoose={(filterName) => setFilters(tool, { filterName })}
        />
      </div>
      <SpanPanel {...props} />
    </>
  );
}

/** A slider for each adjustment. */
export function FilterSliders({ tool, project }: SidePanelProps) {
  const layer = layerOf(project);
  if (!layer) return null;
  const isPlain = isUnfiltered(layer);
  return (
    <div className="stack-2 effect-panel">
      <AdjustmentSliders values={layer} onChange={(change) => set(tool, change)} onEnd={endStep} />
      <button
        type="button"
        className="button plain"
        aria-disabled={isPlain}
        onClick={() => !isPlain && setFilters(tool, unfiltered)}
      >
        <RotateCcw aria-hidden="true" />
        Reset all
      </button>
    </div>
  );
}

function layerOf(project: Project | undefined): PictureLayer | undefined {
  return project?.scenes[0]?.layers.find(isPicture);
}

/** @param change values equal to those of no filter are reset to their defaults. */
function set(tool: Tool, change: Partial<Filters>): void {
  const isPlain = ([name, value]: [string, unknown]) => value === unfiltered[name as keyof Filters];
  const entries = Object.entries(change).map((entry) => (isPlain(entry) ? [entry[0], undefined] : entry));
  setFields(tool, Object.fromEntries(entries));
}

/** Does the same as `set`, as one undo step. */
function setFilters(tool: Tool, change: Partial<Filters>): void {
  endStep();
  set(tool, change);
  endStep();
}

/** @param time seconds; undefined during playback, when the previews are not repainted. */
function usePictures(
  place: RefObject<HTMLElement | null>,
  layer: PictureLayer | undefined,
  time: number | undefined,
): void {
  const painter = useRef<PresetPainter>(undefined);
  useEffect(() => {
    const made = new PresetPainter(place);
    painter.current = made;
    return () => made.dispose();
  }, [place]);
  useEffect(() => {
    if (layer && time !== undefined) painter.current?.show(layer, time);
  }, [layer, time]);
}
