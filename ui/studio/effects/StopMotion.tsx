import { setStopMotion } from '../../../engine/edit/motion.ts';
import type { VideoLayer } from '../../../engine/project/layers.ts';
import type { StopMotion } from '../../../engine/project/videoEffects.ts';
import { RangeField } from '../controls/RangeField.tsx';
import { Switch } from '../controls/Switch.tsx';
import { secondsWords } from '../controls/secondsWords.ts';
import { change, endStep } from '../state/studio.ts';

/** Ranges of the sliders; a project may contain other values. */
const stillsRange = { min: 0.5, max: 30, step: 0.5 };
const holdRange = { min: 0.05, max: 3, step: 0.05 };

/** Whether a video plays as a series of stills, how many per second, and how long each is shown. */
export function StopMotionFields({ layer: { id, stopMotion } }: { layer: VideoLayer }) {
  const set = (wanted: Partial<StopMotion> | undefined, name?: string) =>
    change((project) => setStopMotion(project, id, wanted), name);
  return (
    <>
      <Switch
        label="Stop-motion"
        hint="Shows frames of the video one by one, without audio."
        on={stopMotion !== undefined}
        onChange={(on) => set(on ? {} : undefined)}
      />
      {stopMotion && (
        <>
          <RangeField
            label="Frames per second"
            value={stopMotion.stills}
            {...widened(stillsRange, stopMotion.stills)}
            keys={{ coarse: 1, fine: 0.5 }}
            words={String(Number(stopMotion.stills.toFixed(2)))}
            onChange={(stills) => set({ stills }, `${id} stills`)}
            onEnd={endStep}
          />
          <RangeField
            label="Show each image for"
            value={stopMotion.hold}
            {...widened(holdRange, stopMotion.hold)}
            keys={{ coarse: 0.1, fine: 0.05 }}
            words={secondsWords(stopMotion.hold)}
            onChange={(hold) => set({ hold: Math.round(hold * 1000) / 1000 }, `${id} hold`)}
            onEnd={endStep}
          />
        </>
      )}
    </>
  );
}

function widened<R extends { min: number; max: number }>(range: R, value: number): R {
  return { ...range, min: Math.min(range.min, value), max: Math.max(range.max, value) };
}
