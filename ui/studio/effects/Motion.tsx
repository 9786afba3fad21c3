import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Ban, ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { setPictureMotion } from '../../../engine/edit/animate.ts';
import { findLayer } from '../../../engine/edit/find.ts';
import { isImage } from '../../../engine/kinds/image.ts';
import type { ImageLayer } from '../../../engine/project/layers.ts';
import { MIN_MOTION_SECONDS } from '../../../engine/project/limits.ts';
import type { ImageMotion } from '../../../engine/project/videoEffects.ts';
import { layerTime } from '../../../engine/timeline/durations.ts';
import { ThumbCards } from '../../kit/choices.tsx';
import { RangeField } from '../../kit/RangeField.tsx';
import { lengthInWords } from '../../kit/words.ts';
import { changeSelected, useLayer } from '../state/layers.ts';
import { endStep, studio } from '../state/studio.ts';
import '../../kit/style/panels.css';
import '../../kit/style/effects.css';

/** Route motion: slow pan and zoom of the selected image inside its box. */
export function Motion() {
  const layer = useLayer(isImage);
  return layer ? <OfLayer layer={layer} /> : null;
}

function OfLayer({ layer, layer: { id, motion } }: { layer: ImageLayer }) {
  const { project } = useSnapshot(studio);
  const found = findLayer(project, id);
  if (!found) return null;
  const { from, to } = layerTime(project, found);
  const length = to - from;
  const rest = motion ? length + (motion.at ?? 0) - motion.duration : 0;
  return (
    <div className="stack-2 effect-panel">
      <MotionCards
        value={motion?.type ?? 'none'}
        onChoose={(type) =>
          changeSelected(layer, (now, one) => setPictureMotion(now, one.id, type === 'none' ? undefined : { type }))
        }
      />
      <RangeField
        label="Length"
        value={motion?.duration ?? length}
        min={MIN_MOTION_SECONDS}
        max={Math.max(length, motion?.duration ?? 0)}
        step={0.1}
        keys={{ coarse: 0.1 }}
        words={motion ? lengthInWords(motion.duration) : 'None'}
        typed={{ unit: 's', usual: length }}
        disabled={!motion}
        onChange={(seconds) =>
          motion &&
          changeSelected(
            layer,
            (now, one) => setPictureMotion(now, one.id, { type: motion.type, duration: Math.round(seconds * 10) / 10 }),
            `${id} motion`,
          )
        }
        onEnd={endStep}
      />
      <p className="effect-note is-long" role="status">
        {rest > 0.05 && `Then it stops moving for ${lengthInWords(rest)}.`}
        {rest < -0.05 && `The layer is visible for only ${lengthInWords(length)}, so its motion is cut off.`}
      </p>
    </div>
  );
}

type Choice = ImageMotion['type'] | 'none';

const choices: readonly { value: Choice; title: string; picture: ReactNode }[] = [
  { value: 'none', title: 'None', picture: <Ban aria-hidden="true" /> },
  { value: 'zoom-in', title: 'Zoom in', picture: <ZoomIn aria-hidden="true" /> },
  { value: 'zoom-out', title: 'Zoom out', picture: <ZoomOut aria-hidden="true" /> },
  { value: 'pan-left', title: 'Pan left', picture: <ArrowLeft aria-hidden="true" /> },
  { value: 'pan-right', title: 'Pan right', picture: <ArrowRight aria-hidden="true" /> },
  { value: 'pan-up', title: 'Pan up', picture: <ArrowUp aria-hidden="true" /> },
  { value: 'pan-down', title: 'Pan down', picture: <ArrowDown aria-hidden="true" /> },
];

function MotionCards({ value, onChoose }: { value: Choice; onChoose: (choice: Choice) => void }) {
  return (
    <ThumbCards
      legend="Motion"
      name="motion"
      className="is-motions"
      choices={choices}
      value={value}
      onChoose={onChoose}
    />
  );
}
