/**
 * One step of processing stereo audio without latency. Preview (`effectNodes.ts`), export in the browser
 * (`applyStages.ts`) and renderer (`printSoundEffects.ts`) each process every kind of stage.
 */
export type SoundStage = BalanceStage | BiquadStage;

/** Multiplies the channels by amplitude factors, 0 to 1. */
export interface BalanceStage {
  kind: 'balance';
  left: number;
  right: number;
}

/** A second-order filter, as a BiquadFilterNode of Web Audio defines it. */
export interface BiquadStage {
  kind: 'lowshelf' | 'peaking' | 'highshelf' | 'highpass' | 'lowpass';
  /** Corner or center, in hertz. */
  frequency: number;
  /** Decibels; highpass and lowpass ignore it. */
  gain: number;
  /** Quality of a peak; the others have fixed slopes: shelves 1, highpass and lowpass 0.707. */
  q: number;
}

/** Coefficients b0, b1, b2, a1, a2 of a filter, with a0 = 1. */
export type Coefficients = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/**
 * Returns the coefficients of a filter, by R. Bristow-Johnson’s “Cookbook formulae for audio EQ biquad filter
 * coefficients”, which Web Audio follows, too. @param hertz sample rate.
 */
export function coefficientsOf({ kind, frequency, gain, q }: BiquadStage, hertz: number): Coefficients {
  const w = (2 * Math.PI * frequency) / hertz;
  const [cos, sin] = [Math.cos(w), Math.sin(w)];
  const a = 10 ** (gain / 40);
  const normalized = (b0: number, b1: number, b2: number, a0: number, a1: number, a2: number): Coefficients => [
    b0 / a0,
    b1 / a0,
    b2 / a0,
    a1 / a0,
    a2 / a0,
  ];
  if (kind === 'peaking') {
    const alpha = sin / (2 * q);
    return normalized(1 + alpha * a, -2 * cos, 1 - alpha * a, 1 + alpha / a, -2 * cos, 1 - alpha / a);
  }
  const alpha = sin * Math.SQRT1_2;
  if (kind === 'lowpass' || kind === 'highpass') {
    const side = kind === 'lowpass' ? 1 - cos : -(1 + cos);
    const b0 = Math.abs(side) / 2;
    return normalized(b0, side, b0, 1 + alpha, -2 * cos, 1 - alpha);
  }
  // A high shelf is a low shelf with the sign of the cosine changed.
  const sign = kind === 'lowshelf' ? 1 : -1;
  const c = sign * cos;
  const slope = 2 * Math.sqrt(a) * alpha;
  return normalized(
    a * (a + 1 - (a - 1) * c + slope),
    sign * 2 * a * (a - 1 - (a + 1) * c),
    a * (a + 1 - (a - 1) * c - slope),
    a + 1 + (a - 1) * c + slope,
    sign * -2 * (a - 1 + (a + 1) * c),
    a + 1 + (a - 1) * c - slope,
  );
}
