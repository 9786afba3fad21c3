import { ChevronLeft, ChevronRight, Diamond, Eraser, ZoomIn } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { clearKeyframes, keyframeNear, positionAt, setEasing } from '../../../engine/edit/keyframes.ts';
import { keyframesOf } from '../../../engine/kinds/families.ts';
import { keyedAt } from '../../../engine/motion/keyed.ts';
import type { EasingName } from '../../../engine/project/keyframes.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { timecode } from '../../../engine/timeline/timecode.ts';
import { ThumbCards } from '../../kit/choices.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { type Measure, Measures, percent } from '../controls/Measures.tsx';
import {
  goToNeighbor,
  layerWindow,
  momentOf,
  neighborOf,
  setAtPlayhead,
  toggleKeyframe,
  zoomInHere,
} from '../state/keyframes.ts';
import { useLayer } from '../state/layers.ts';
import { playhead } from '../state/playback.ts';
import { change, studio } from '../state/studio.ts';
import '../../kit/style/panels.css';
import '../../kit/style/effects.css';
import '../style/panels.css';

/** Route keyframes: the keyframes of the selected layer and their easing. */
export function Keyframes() {
  const layer = useLayer();
  return layer ? <OfLayer key={layer.id} layer={layer} /> : null;
}

function OfLayer({ layer }: { layer: Layer }) {
  const { time } = useSnapshot(playhead);
  const moment = momentOf(layer, time);
  return (
    <div className="stack-2 effect-panel">
      <Steps layer={layer} moment={moment} />
      <p className="effect-note is-long" role="status">
        {wordsOf(layer, moment)}
      </p>
      <Values layer={layer} moment={moment} />
      <Easing layer={layer} moment={moment} />
      <button
        type="button"
        className="button plain"
        aria-disabled={layer.isLocked === true}
        onClick={() => zoomInHere(layer.id)}
      >
        <ZoomIn aria-hidden="true" />
        Zoom in for a while
      </button>
      <button
        type="button"
        className="button plain"
        aria-disabled={keyframesOf(layer).length === 0}
        onClick={() => change((project) => clearKeyframes(project, layer.id, momentOf(layer)))}
      >
        <Eraser aria-hidden="true" />
        Remove all keyframes
      </button>
    </div>
  );
}

interface Props {
  layer: Layer;
  /** Seconds since the layer starts. */
  moment: number;
}

function Steps({ layer, moment }: Props) {
  const isHere = keyframeNear(layer, moment) >= 0;
  const has = (way: -1 | 1) => neighborOf(layer, moment, way) >= 0;
  return (
    <div className="stack-half keyframe-steps">
      <IconButton
        icon={ChevronLeft}
        label="Previous keyframe"
        aria-disabled={!has(-1)}
        onClick={() => goToNeighbor(layer, -1)}
      />
      <button
        type="button"
        className={isHere ? 'button plain' : 'button primary'}
        aria-disabled={layer.isLocked === true}
        onClick={() => toggleKeyframe(layer.id)}
      >
        <Diamond aria-hidden="true" />
        {isHere ? 'Remove keyframe' : 'Add keyframe'}
      </button>
      <IconButton
        icon={ChevronRight}
        label="Next keyframe"
        aria-disabled={!has(1)}
        onClick={() => goToNeighbor(layer, 1)}
      />
    </div>
  );
}

/** Describes the playhead's position among the keyframes, and what to do next. */
function wordsOf(layer: Layer, moment: number): string {
  const keyframes = keyframesOf(layer);
  const at = timecode(layerWindow(layer.id).from + moment);
  if (keyframes.length === 0)
    return 'Add a keyframe, go to another time, then move, resize or rotate the layer. It animates between the two.';
  const here = keyframeNear(layer, moment);
  if (here >= 0) return `Keyframe ${here + 1} of ${keyframes.length}, at ${at}.`;
  return `No keyframe at ${at}. Move the layer on the canvas to set one.`;
}

type Value = 'rotation' | 'opacity' | 'width';

const measures: readonly Measure<Value>[] = [
  {
    label: 'Width',
    field: 'width',
    min: 1,
    max: 200,
    step: 1,
    words: (value) => `${Math.round(value)}%`,
    typed: { unit: '%' },
  },
  {
    label: 'Rotation',
    field: 'rotation',
    min: -360,
    max: 360,
    step: 1,
    words: (value) => `${Math.round(value)}°`,
    typed: { unit: '°', usual: 0 },
  },
  { label: 'Opacity', field: 'opacity', min: 0, max: 1, step: 0.01, ...percent(1) },
];

/** The layer's values at the playhead; a change sets a keyframe there. */
function Values({ layer, moment }: Props) {
  const { project } = useSnapshot(studio);
  const { x, y, width, height, rotation } = positionAt(project, layer, moment);
  const [left, top, wide, high] = [x, y, width, height].map(Number.parseFloat) as [number, number, number, number];
  const { opacity = 1 } = keyedAt(keyframesOf(layer), moment);
  /** Keeps the center and the aspect ratio. */
  const resized = (to: number) => {
    const tall = wide > 0 ? (high * to) / wide : high;
    return { width: to, height: tall, x: left + (wide - to) / 2, y: top + (high - tall) / 2 };
  };
  return (
    <fieldset className="stack-2" disabled={layer.isLocked === true}>
      <legend className="unseen">At the current time</legend>
      <Measures
        values={{ width: wide, rotation, opacity }}
        measures={measures}
        onChange={(values) =>
          setAtPlayhead(
            layer,
            values.width === undefined ? values : resized(values.width),
            `${layer.id} keyframe ${Object.keys(values).join(' ')}`,
          )
        }
      />
    </fieldset>
  );
}

/** The easing after the current keyframe, or after the last one passed. */
function Easing({ layer, moment }: Props) {
  const keyframes = keyframesOf(layer);
  const here = keyframeNear(layer, moment);
  const index = here >= 0 ? here : Math.max(0, neighborOf(layer, moment, -1));
  const keyframe = keyframes[index];
  if (!keyframe) return null;
  return (
    <section className="stack-2 effect-panel" aria-label="In transit">
      <h3>{`After keyframe ${index + 1}`}</h3>
      <ThumbCards
        legend="After the last keyframe"
        name="easing"
        className="is-motions is-easings"
        choices={easings}
        value={keyframe.easing}
        onChoose={(easing) => change((project) => setEasing(project, layer.id, index, easing))}
      />
    </section>
  );
}

const easings = (
  [
    ['linear', 'Linear', 'M3 21 21 3'],
    ['ease-in', 'Slow start', 'M3 21C14 21 19 13 21 3'],
    ['ease-out', 'Slow end', 'M3 21C5 11 10 3 21 3'],
    ['ease-in-out', 'Slow ends', 'M3 21C13 21 11 3 21 3'],
    ['hold', 'Jump', 'M3 21H21V3'],
  ] as const satisfies readonly (readonly [EasingName, string, string])[]
).map(([value, title, path]) => ({
  value,
  title,
  picture: (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="easing-picture">
      <path d={path} />
    </svg>
  ),
}));
