import type { Equalizer } from '../project/soundEffects.ts';
import type { BiquadStage } from './stage.ts';

const pass = (kind: 'highpass' | 'lowpass', frequency: number): BiquadStage => ({ kind, frequency, gain: 0, q: 1 });

/** The three bands: shelves below 200 Hz and above 4 kHz, and a peak of 2.5 octaves at 1 kHz. */
const bands = {
  low: { kind: 'lowshelf', frequency: 200, q: 1 },
  mid: { kind: 'peaking', frequency: 1000, q: 0.5 },
  high: { kind: 'highshelf', frequency: 4000, q: 1 },
} as const;

/** Filters of the presets, before the bands. */
const presets: Readonly<Record<NonNullable<Equalizer['preset']>, readonly BiquadStage[]>> = {
  // Less rumble and boxiness, more presence.
  voice: [
    pass('highpass', 80),
    { kind: 'peaking', frequency: 300, gain: -3, q: 1 },
    { kind: 'peaking', frequency: 3500, gain: 4, q: 0.8 },
  ],
  // The band of ITU-T G.712, 300 to 3400 Hz, at 24 dB per octave.
  telephone: [pass('highpass', 300), pass('highpass', 300), pass('lowpass', 3400), pass('lowpass', 3400)],
  // The band of an AM receiver, with a nasal peak.
  radio: [pass('highpass', 120), pass('lowpass', 5000), { kind: 'peaking', frequency: 1500, gain: 5, q: 0.8 }],
};

/** Changes low, middle and high frequencies. */
export function eqStages({ preset, ...gains }: Equalizer): BiquadStage[] {
  const names = ['low', 'mid', 'high'] as const;
  return [
    ...(preset ? presets[preset] : []),
    ...names.flatMap((name) => (gains[name] ? { ...bands[name], gain: gains[name] } : [])),
  ];
}
