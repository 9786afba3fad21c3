import { type Motion, setLoop, setMotion, setPlayLength, setStopMotion } from '../../../engine/edit/motion.ts';
import { isPlayed } from '../../../engine/kinds/families.ts';
import { canBeTrimmed, kindOf } from '../../../engine/kinds/index.ts';
import type { PlayedLayer, VideoLayer } from '../../../engine/project/layers.ts';
import { toMilliseconds } from '../../../engine/project/roundTime.ts';
import type { StopMotion } from '../../../engine/project/videoEffects.ts';
import { mediaRun, mediaSpan, playedLength, runLength } from '../../../engine/timeline/durations.ts';
import { RangeField } from '../../kit/RangeField.tsx';
import { SpeedChoice } from '../../kit/SpeedChoice.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { lengthInWords, secondsWords } from '../../kit/words.ts';
import { changeSelected, useLayer } from '../state/layers.ts';
import { endStep } from '../state/studio.ts';

/** Maximum of the loop slider in seconds; longer for longer videos. */
const LOOP_SECONDS = 60;

/** Route speed: speed and loop of the selected video or audio; for a video also direction and stop-motion. */
export function Speed() {
  const layer = useLayer(isPlayed);
  if (!layer) return null;
  const set = (motion: Motion, name?: string) =>
    changeSelected(layer, (project, { id }) => setMotion(project, id, motion), name);
  return (
    <div className="stack-2 effect-panel">
      <SpeedChoice
        value={layer.speed}
        onChange={(speed) => set({ speed }, `${layer.id} speed`)}
        onPreset={(speed) => set({ speed })}
        onEnd={endStep}
      />
      {'isReversed' in layer && (
        <>
          <Ways layer={layer} set={set} />
          <StopMotionFields layer={layer} />
        </>
      )}
      {canBeTrimmed(layer) && <LoopFields layer={layer} />}
      <p className="effect-note" role="status">
        {lengthNote(layer)}
      </p>
    </div>
  );
}

/** Reverse and boomerang. */
function Ways({ layer, set }: { layer: VideoLayer; set: (motion: Motion) => void }) {
  return (
    <>
      <Switch
        label="Reverse"
        hint="Plays backward."
        on={layer.isReversed}
        onChange={(isReversed) => set({ isReversed })}
      />
      <Switch
        label="Boomerang"
        hint="Plays forward, then backward, in twice the time."
        on={layer.isBoomeranged}
        onChange={(isBoomeranged) => set({ isBoomeranged })}
      />
    </>
  );
}

/** Whether it loops, and for how long. */
function LoopFields({ layer }: { layer: PlayedLayer }) {
  const loops = layer.loopMode === 'duration';
  const once = runLength(mediaRun(layer));
  const length = playedLength(layer);
  return (
    <>
      <Switch
        label="Loop"
        hint={`Repeats until its scene ends.${kindOf(layer).holdsEnd ? ' Otherwise the last frame stays visible.' : ''}`}
        on={loops}
        onChange={(on) => changeSelected(layer, (project, { id }) => setLoop(project, id, on))}
      />
      {loops && once > 0 && (
        <RangeField
          label="Duration"
          value={length}
          min={once}
          max={Math.max(LOOP_SECONDS, length, 2 * once)}
          step={0.1}
          keys={{ coarse: 1, fine: 0.1 }}
          words={lengthInWords(length)}
          typed={{ unit: 's' }}
          onChange={(seconds) =>
            changeSelected(layer, (project, { id }) => setPlayLength(project, id, seconds), `${layer.id} length`)
          }
          onEnd={endStep}
        />
      )}
    </>
  );
}

function lengthNote(layer: PlayedLayer): string {
  const { start, end } = mediaSpan(layer);
  if (end <= start) return 'Its length is not known yet.';
  const length = lengthInWords(playedLength(layer));
  const whole = lengthInWords(end - start);
  return length === whole ? `Plays for ${length}.` : `Plays for ${length}; the original lasts ${whole}.`;
}

/** Ranges of the sliders; a project may contain other values. */
const stillsRange = { min: 0.5, max: 30, step: 0.5 };
const holdRange = { min: 0.05, max: 3, step: 0.05 };

/** Whether a video plays as a series of stills, how many per second, and how long each is shown. */
function StopMotionFields({ layer, layer: { id, stopMotion } }: { layer: VideoLayer }) {
  const set = (settings: Partial<StopMotion> | undefined, name?: string) =>
    changeSelected(layer, (project, one) => setStopMotion(project, one.id, settings), name);
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
            typed={{ unit: 'fps' }}
            onChange={(stills) => set({ stills }, `${id} stills`)}
            onEnd={endStep}
          />
          <RangeField
            label="Show each image for"
            value={stopMotion.hold}
            {...widened(holdRange, stopMotion.hold)}
            keys={{ coarse: 0.1, fine: 0.05 }}
            words={secondsWords(stopMotion.hold)}
            typed={{ unit: 's' }}
            onChange={(hold) => set({ hold: toMilliseconds(hold) }, `${id} hold`)}
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
