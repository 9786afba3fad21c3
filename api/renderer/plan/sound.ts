import type { SoundStage } from '../../../engine/soundEffects/stage.ts';
import type { GainPoint } from '../../../engine/timeline/soundtrack.ts';

/** Audio of one file, one run or a loop, audible from `at` until `until` in the video. In seconds. */
export interface PlannedAudio {
  input: string;
  /** One run, in segments. */
  segments: PlannedAudioSpan[];
  /** Seconds of source per second; the pitch is preserved. */
  speed: number;
  /** Duration of one run. */
  length: number;
  at: number;
  until: number;
  loops: boolean;
  /** Sound effects of each run, before volume and fades; absent: none. */
  effects?: readonly SoundStage[];
  /** Factor of the amplitude. */
  volume: number;
  /** Durations of the fades after `at` and before `until`. */
  fadeIn: number;
  fadeOut: number;
  /** Further amplitude factors, each at a time since `at`, ascending; linearly interpolated. */
  gains?: GainPoint[];
}

/** A span of an audio file in one direction. In seconds. */
export interface PlannedAudioSpan {
  /** From the input's seek point. */
  from: number;
  /** In seconds of the file. */
  length: number;
  backwards: boolean;
}

/** A target loudness. */
export interface Loudness {
  /** Integrated, in LUFS. */
  target: number;
  /** Gain that reaches the target, in decibels; absent: not measured yet, or silence. */
  gain?: number;
  /** Peak limit before encoding, in dBFS; absent: TRUE_PEAK. */
  ceiling?: number;
}
