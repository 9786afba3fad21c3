import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Ban, type LucideIcon, ZoomIn, ZoomOut } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { setPictureMotion } from '../../../engine/edit/animate.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { layerTime } from '../../../engine/edit/layerTime.ts';
import { isImage } from '../../../engine/kinds/image.ts';
import type { ImageLayer } from '../../../engine/project/layers.ts';
import { MIN_MOTION_SECONDS } from '../../../engine/project/limits.ts';
import type { PictureMotion } from '../../../engine/project/videoEffects.ts';
import { lengthInWords } from '../../components/words.ts';
import { RangeField } from '../controls/RangeField.tsx';
import { change, endStep, studio } from '../state/studio.ts';
import { useLayer } from './useLayer.ts';
import '../panels/panels.css';
import './effects.css';

/** Route motion: how the selected picture moves slowly in its box. */
export default function Motion() {
  const layer = useLayer(isImage);
  return layer ? <OfLayer layer={layer} /> : null;
}

function OfLayer({ layer: { id, motion } }: { layer: ImageLayer }) {
  const { project } = useSnapshot(studio);
  const found = findLayer(project, id);
  if (!found) return null;
  const { from, to } = layerTime(project, found);
  const length = to - from;
  const rest = motion ? length + (motion.at ?? 0) - motion.duration : 0;
  return (
    <div className="effect-panel">
      <MotionCards
        value={motion?.type ?? 'none'}
        onChoose={(type) => change((now) => setPictureMotion(now, id, type === 'none' ? undefined : { type }))}
      />
      <RangeField
        label="Length"
        value={motion?.duration ?? length}
        min={MIN_MOTION_SECONDS}
        max={Math.max(length, motion?.duration ?? 0)}
        step={0.1}
        keys={{ coarse: 0.1 }}
        words={motion ? lengthInWords(motion.duration) : 'None'}
        disabled={!motion}
        onChange={(seconds) =>
          motion &&
          change(
            (now) => setPictureMotion(now, id, { type: motion.type, duration: Math.round(seconds * 10) / 10 }),
            `${id} motion`,
          )
        }
        onEnd={endStep}
      />
      <p className="effect-note is-long" role="status">
        {rest > 0.05 && `Then it stands still for ${lengthInWords(rest)}.`}
        {rest < -0.05 && `It is there for ${lengthInWords(length)}, so its motion is not seen to the end.`}
      </p>
    </div>
  );
}

type Choice = PictureMotion['type'] | 'none';

const choices: readonly { value: Choice; title: string; icon: LucideIcon }[] = [
  { value: 'none', title: 'None', icon: Ban },
  { value: 'zoom-in', title: 'Zoom in', icon: ZoomIn },
  { value: 'zoom-out', title: 'Zoom out', icon: ZoomOut },
  { value: 'pan-left', title: 'Pan left', icon: ArrowLeft },
  { value: 'pan-right', title: 'Pan right', icon: ArrowRight },
  { value: 'pan-up', title: 'Pan up', icon: ArrowUp },
  { value: 'pan-down', title: 'Pan down', icon: ArrowDown },
];

function MotionCards({ value, onChoose }: { value: Choice; onChoose: (choice: Choice) => void }) {
  return (
    <fieldset className="looks is-motions">
      <legend className="unseen">Motion</legend>
      {choices.map(({ value: choice, title, icon: Icon }) => (
        <label key={choice} className="look">
          <input
            type="radio"
            className="card-input"
            name="motion"
            checked={choice === value}
            onChange={() => onChoose(choice)}
          />
          <Icon aria-hidden="true" />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
