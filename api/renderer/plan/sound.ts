import type { GainPoint } from '../../../engine/timeline/soundtrack.ts';

/** A sound: one run of a file, or more, heard from `at` until `until` in the video. Seconds. */
export interface Sound {
  input: string;
  /** One run, segment by segment. */
  segments: SoundSegment[];
  /** Seconds of the file a second; the pitch stays. */
  speed: number;
  /** How long one run takes. */
  length: number;
  at: number;
  until: number;
  loops: boolean;
  /** Factor of the amplitude. */
  volume: number;
  /** How long it comes in after `at`, and goes before `until`. */
  fadeIn: number;
  fadeOut: number;
  /** Further factors of the amplitude, each at a time since `at`, in order; between two it goes in a straight line. */
  gains?: GainPoint[];
}

/** A part of a sound file in one direction. Seconds. */
export interface SoundSegment {
  /** From the input's seek point. */
  from: number;
  /** Of the file. */
  length: number;
  backwards: boolean;
}

/** A loudness that sound is brought to. */
export interface Loudness {
  /** Integrated, LUFS. */
  target: number;
  /** What brings it there, decibels; absent: it was not measured yet, or it is silence. */
  gain?: number;
  /** What peaks are held below before encoding, decibels of full scale; absent: TRUE_PEAK. */
  ceiling?: number;
}
