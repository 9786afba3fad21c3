import type { Tone } from './tone.ts';

/** One tone after another, as one. */
export function thenTone(first: Tone, second: Tone): Tone {
  return {
    gain: first.gain * second.gain,
    lift: first.lift * second.gain + second.lift,
    chroma: first.chroma * second.chroma,
    u: first.u * second.chroma + second.u,
    v: first.v * second.chroma + second.v,
  };
}
