import { type BiquadStage, coefficientsOf, type SoundStage } from './stage.ts';

/** A channel before and after its filters. */
type Sides = readonly [left: Float32Array, right: Float32Array];

/** Returns audio with stages applied; the source is unchanged. @param hertz sample rate. */
export function applyStages(stages: readonly SoundStage[], sides: Sides, hertz: number): Sides {
  return stages.reduce<Sides>((before, stage) => {
    if (stage.kind !== 'balance') return filtered(stage, before, hertz);
    const [left, right] = before;
    return [left.map((sample) => sample * stage.left), right.map((sample) => sample * stage.right)];
  }, sides);
}

function filtered(stage: BiquadStage, [left, right]: Sides, hertz: number): Sides {
  const first = filteredSide(stage, left, hertz);
  // Mono stays one list.
  return [first, right === left ? first : filteredSide(stage, right, hertz)];
}

function filteredSide(stage: BiquadStage, source: Float32Array, hertz: number): Float32Array {
  const [b0, b1, b2, a1, a2] = coefficientsOf(stage, hertz);
  const result = new Float32Array(source.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let i = 0; i < source.length; i += 1) {
    const x = source[i] as number;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    result[i] = y;
  }
  return result;
}
