import { MapPin, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { findLayer } from '../../../engine/edit/find.ts';
import { MIN_LAYER_SECONDS, setLayerTime } from '../../../engine/edit/layerTime.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Project, Scene } from '../../../engine/project/project.ts';
import { type LayerTime, layerTime, sceneDuration } from '../../../engine/timeline/durations.ts';
import { TimeField } from '../../kit/TimeField.tsx';
import { secondsWords, UNREADABLE_TIME } from '../../kit/words.ts';
import { shownTime } from '../state/playback.ts';
import { change, endStep, startOf, studio } from '../state/studio.ts';

type Edge = 'from' | 'to';

/** Route time: exact start and end of the selected layer, in seconds of its scene. */
export function Time() {
  const { project, selectedLayerId } = useSnapshot(studio);
  const found = selectedLayerId === null ? undefined : findLayer(project, selectedLayerId);
  return found ? <Times key={found.layer.id} project={project} layer={found.layer} scene={found.scene} /> : null;
}

interface Props {
  project: Project;
  layer: Layer;
  scene: Scene;
}

function Times({ project, layer, scene }: Props) {
  const time = layerTime(project, { scene, layer });
  const { wrong, set } = useTimes(layer);
  const move = (edge: Edge, seconds: number) =>
    edge === 'from' ? set(edge, seconds, layer.to) : set(edge, layer.from ?? 0, seconds);
  const field = (edge: Edge, label: string) => (
    <div className="wrap split time-row">
      <TimeField
        label={label}
        value={wrong?.edge === edge && wrong.isUnreadable ? Number.NaN : time[edge]}
        onChange={(seconds) => move(edge, seconds)}
        onStep={(by) => move(edge, Math.max(0, time[edge] + by))}
        onEnd={endStep}
        refusedBy={wrong?.edge === edge ? 'layer-time-refusal' : undefined}
      />
      <button
        type="button"
        className="button quiet"
        title={`${label}: use the current time of the video`}
        onClick={() => {
          move(edge, Math.max(0, shownTime() - startOf(scene.id)));
          endStep();
        }}
      >
        <MapPin aria-hidden="true" />
        Use current time
      </button>
    </div>
  );
  const isWhole = layer.from === undefined && layer.to === undefined;
  return (
    <div className="stack-2 effect-panel">
      {field('from', 'Starts at')}
      {field('to', 'Ends at')}
      <p id="layer-time-refusal" className={wrong ? 'effect-note refusal' : 'effect-note'} role="status">
        {wrong?.sentence ?? noteOf(project, scene, layer, time)}
      </p>
      <button
        type="button"
        className="button plain"
        aria-disabled={isWhole}
        onClick={() => !isWhole && set('from', 0, undefined)}
      >
        <RotateCcw aria-hidden="true" />
        {kindOf(layer).holdsEnd ? 'The whole scene' : 'The whole audio from the start'}
      </button>
    </div>
  );
}

interface Wrong {
  edge: Edge;
  sentence: string;
  isUnreadable: boolean;
}

/** Keeps the error of an invalid input until a valid value is set. */
function useTimes({ id }: Layer) {
  const [wrong, setWrong] = useState<Wrong>();
  const set = (edge: Edge, from: number, to: number | undefined) => {
    if (Number.isNaN(from) || Number.isNaN(to))
      return setWrong({ edge, sentence: UNREADABLE_TIME, isUnreadable: true });
    const taken = setLayerTime(studio.project, id, from, to);
    // Without its own end the layer ends with its scene, which may be before its start.
    if (!taken.ok || lengthIn(taken.value, id) < MIN_LAYER_SECONDS - 1e-6) {
      const sentence = taken.ok ? messages.timeOrder : (taken.problems[0]?.message ?? messages.timeOrder);
      return setWrong({ edge, sentence, isUnreadable: false });
    }
    setWrong(undefined);
    change(() => taken.value, `time:${edge}:${id}`);
  };
  return { wrong, set };
}

function lengthIn(project: Project, layerId: string): number {
  const found = findLayer(project, layerId);
  const { from, to } = found ? layerTime(project, found) : { from: 0, to: 0 };
  return to - from;
}

function noteOf(project: Project, scene: Scene, layer: Layer, { from, to }: LayerTime): string {
  const length = secondsWords(sceneDuration(project, scene));
  const part = secondsWords(to - from);
  return kindOf(layer).isSeen
    ? `Visible for ${part} of its scene, which lasts ${length}.`
    : `Plays for ${part} of its scene, which lasts ${length}.`;
}
