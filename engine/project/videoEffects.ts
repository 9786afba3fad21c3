import * as z from 'zod';
import {
  MAX_DUCKING,
  MAX_DUCKING_SECONDS,
  MAX_FADE_SECONDS,
  MAX_HOLD_SECONDS,
  MAX_SECONDS,
  MAX_SPEED,
  MAX_STILLS,
  MAX_VOLUME,
  MIN_DUCKING,
  MIN_DUCKING_SECONDS,
  MIN_HOLD_SECONDS,
  MIN_MOTION_SECONDS,
  MIN_SPEED,
  MIN_STILLS,
} from './limits.ts';

/** The filter presets of a picture or video; "Original" is none. */
export const filterNames = [
  'Original',
  'Vivid',
  'Warm',
  'Cool',
  'Sepia',
  'Vintage',
  'Dream',
  'Mono',
  'Noir',
  'Teal',
] as const;

const percents = (most: number, usual: number) => z.number().min(0).max(most).default(usual);

/** Volume and fades of a sound; the audio track, video layers and sound layers have them. */
export const soundFields = {
  /** Factor of the amplitude: 0 silent, 1 as recorded, 2 twice as strong. */
  volume: z.number().min(0).max(MAX_VOLUME).default(1),
  /** How long it takes to come in where it is first heard, and to go before its end, seconds. */
  fadeIn: z.number().min(0).max(MAX_FADE_SECONDS).default(0),
  fadeOut: z.number().min(0).max(MAX_FADE_SECONDS).default(0),
};

/** How a sound goes down while others are heard; engine/timeline/ducking.ts says which and when. */
export const ducking = z.object({
  /** By how much, decibels. */
  amount: z.number().min(MIN_DUCKING).max(MAX_DUCKING).default(12),
  /** How long it takes to go down before the others begin, and to come back once they are over, seconds. */
  attack: z.number().min(MIN_DUCKING_SECONDS).max(MAX_DUCKING_SECONDS).default(0.3),
  release: z.number().min(MIN_DUCKING_SECONDS).max(MAX_DUCKING_SECONDS).default(0.6),
});

/** Pace of a source: at 2 it takes half the time. Sound keeps its pitch. */
export const speed = z.number().min(MIN_SPEED).max(MAX_SPEED).default(1);

/** The ways in which a picture may move in its box. */
export const pictureMotions = ['zoom-in', 'zoom-out', 'pan-left', 'pan-right', 'pan-up', 'pan-down'] as const;

/** How a picture moves in its box, slowly and evenly: what is seen of it grows, shrinks or wanders. */
export const pictureMotion = z.object({
  type: z.enum(pictureMotions),
  /** How long all of it takes, seconds; it begins when the layer is there, and in the end the picture stands still. */
  duration: z.number().min(MIN_MOTION_SECONDS).max(MAX_SECONDS),
  /** How much of it went by before the layer is there, as in the second part of a layer that was cut, seconds; absent: none. */
  at: z.number().min(0).max(MAX_SECONDS).optional(),
});

/** A video as a row of stills, each of which is held. It has no sound. */
export const stopMotion = z.object({
  /** How many stills are taken a second of the source, counted in thousandths. */
  stills: z.number().min(MIN_STILLS).max(MAX_STILLS),
  /** How long each is shown at speed 1, seconds. */
  hold: z.number().min(MIN_HOLD_SECONDS).max(MAX_HOLD_SECONDS),
});

/** How a video layer plays its source. */
export const motionFields = {
  speed,
  /** Absent: all frames are shown, at the pace of the source. */
  stopMotion: stopMotion.optional(),
  /** true: from its end to its start. */
  isReversed: z.boolean().default(false),
  /** true: to its end and back again, which takes twice the time. */
  isBoomeranged: z.boolean().default(false),
};

/** What is done to a picture or video beyond its own pixels: mirroring, filter preset, adjustments in percent. */
export const pictureEffects = {
  /** Mirrored, left and right changed. */
  flipped: z.boolean().default(false),
  /** Mirrored, top and bottom changed. */
  flippedVertical: z.boolean().default(false),
  filterName: z.enum(filterNames).default('Original'),
  brightness: percents(200, 100),
  contrast: percents(200, 100),
  saturation: percents(200, 100),
  /** How dark the corners become. */
  vignette: percents(100, 0),
  /** How far it fades toward white. */
  fadeOpacity: percents(100, 0),
};

/** The ways in which a scene may follow the one before; "cut" is none. */
export const transitionTypes = ['cut', 'fade', 'dissolve', 'slide', 'wipe', 'zoom'] as const;

/**
 * How a scene comes in. Meanwhile the scene before stands still as it ended, so no scene changes its length; a
 * transition lasts no longer than the scene that comes in.
 */
export const transition = z.object({
  type: z.enum(transitionTypes).default('cut'),
  /** Seconds. */
  duration: z.number().min(0.1).max(5).default(0.5),
});

/** How a picture moves in its box, as parsed. */
export type PictureMotion = z.infer<typeof pictureMotion>;
/** How a sound goes down while others are heard, as parsed. */
export type Ducking = z.infer<typeof ducking>;
/** A row of stills, as parsed. */
export type StopMotion = z.infer<typeof stopMotion>;
/** A filter preset, as parsed. */
export type FilterName = (typeof filterNames)[number];
/** How a scene comes in, as parsed. */
export type Transition = z.infer<typeof transition>;
/** A way in which a scene may follow the one before. */
export type TransitionType = (typeof transitionTypes)[number];
