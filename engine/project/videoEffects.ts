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
import { soundEffects } from './soundEffects.ts';

/** Filter presets of an image or video; "Original" is no filter. */
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

/** Volume, fades and sound effects of the audio track, video layers and audio layers. */
export const volumeFields = {
  /** Amplitude factor: 0 silent, 1 unchanged, 2 twice as strong. */
  volume: z.number().min(0).max(MAX_VOLUME).default(1),
  /** Fade after its start and before its end, in seconds. */
  fadeIn: z.number().min(0).max(MAX_FADE_SECONDS).default(0),
  fadeOut: z.number().min(0).max(MAX_FADE_SECONDS).default(0),
  ...soundEffects,
};

/** Lowers audio while other audio plays; engine/timeline/ducking.ts decides which and when. */
export const ducking = z.object({
  /** Reduction in decibels. */
  amount: z.number().min(MIN_DUCKING).max(MAX_DUCKING).default(12),
  /** Seconds to fade down before the others begin, and to fade up after they end. */
  attack: z.number().min(MIN_DUCKING_SECONDS).max(MAX_DUCKING_SECONDS).default(0.3),
  release: z.number().min(MIN_DUCKING_SECONDS).max(MAX_DUCKING_SECONDS).default(0.6),
});

/** Playback speed: at 2 the source takes half the time. Audio keeps its pitch. */
export const speed = z.number().min(MIN_SPEED).max(MAX_SPEED).default(1);

/** Motions of an image inside its box. */
export const imageMotions = ['zoom-in', 'zoom-out', 'pan-left', 'pan-right', 'pan-up', 'pan-down'] as const;

/** Slow linear motion of an image inside its box: zoom or pan. */
export const imageMotion = z.object({
  type: z.enum(imageMotions),
  /** Length in seconds from the layer's start; afterwards the image stands still. */
  duration: z.number().min(MIN_MOTION_SECONDS).max(MAX_SECONDS),
  /** Seconds of the motion before the layer's start, as in the second part of a split layer; default: 0. */
  at: z.number().min(0).max(MAX_SECONDS).optional(),
});

/** Plays a video as a sequence of stills, without audio. */
export const stopMotion = z.object({
  /** Stills per second of the source, rounded to thousandths. */
  stills: z.number().min(MIN_STILLS).max(MAX_STILLS),
  /** Seconds per still at speed 1. */
  hold: z.number().min(MIN_HOLD_SECONDS).max(MAX_HOLD_SECONDS),
});

/** How a video layer plays its source. */
export const motionFields = {
  speed,
  /** Absent: all frames are shown, at the pace of the source. */
  stopMotion: stopMotion.optional(),
  /** true: plays from end to start. */
  isReversed: z.boolean().default(false),
  /** true: plays to the end and back, which takes twice the time. */
  isBoomeranged: z.boolean().default(false),
};

/** Filter of an image or video: a preset, then amounts in percent. */
export const filterFields = {
  filterName: z.enum(filterNames).default('Original'),
  brightness: percents(200, 100),
  contrast: percents(200, 100),
  saturation: percents(200, 100),
  /** Darkening of the corners. */
  vignette: percents(100, 0),
  /** Blend toward white. */
  fadeOpacity: percents(100, 0),
};

/** Preset and amounts of a filter. */
export type Filters = z.infer<z.ZodObject<typeof filterFields>>;
/** Name of an amount of a filter. */
export type FilterAmount = Exclude<keyof Filters, 'filterName'>;

/** The filter that changes nothing. */
export const unfiltered: Readonly<Filters> = z.object(filterFields).parse({});

/** Returns whether a filter changes nothing. Absent fields have their default. */
export function isUnfiltered(filters: Partial<Filters>): boolean {
  const names = Object.keys(filterFields) as (keyof Filters)[];
  return names.every((name) => (filters[name] ?? unfiltered[name]) === unfiltered[name]);
}

/** Effects on an image or video: flipping, filter preset, adjustments in percent. */
export const pictureEffects = {
  /** true: flips left and right. */
  flipped: z.boolean().default(false),
  /** true: flips top and bottom. */
  flippedVertical: z.boolean().default(false),
  ...filterFields,
};

/** Titles of the transitions between scenes by type, in display order; "cut" is none. */
export const transitionTitles = {
  cut: 'Cut',
  fade: 'Fade through black',
  'fade-white': 'Fade through white',
  dissolve: 'Crossfade',
  blur: 'Blur',
  slide: 'Slide',
  push: 'Push',
  cover: 'Cover',
  wipe: 'Wipe',
  iris: 'Iris',
  clock: 'Clock',
  zoom: 'Zoom',
  spin: 'Spin',
  flip: 'Flip',
  glitch: 'Glitch',
} as const;

/** Types of transitions, in display order. */
export const transitionTypes = Object.keys(transitionTitles) as TransitionType[];

/** Where a transition moves. */
export const transitionDirections = ['left', 'right', 'up', 'down'] as const;

/**
 * Transition into a scene, over its first seconds. Meanwhile the previous scene continues after its end, so no scene
 * changes its length. A transition lasts no longer than the scene that it introduces.
 */
export const transition = z.object({
  type: z.enum(transitionTypes).default('cut'),
  /** Seconds. */
  duration: z.number().min(0.1).max(5).default(0.5),
  /** Where slide, push, cover and wipe move; other types ignore it. Default: left. */
  direction: z.enum(transitionDirections).optional(),
});

/** Motion of an image, as parsed. */
export type ImageMotion = z.infer<typeof imageMotion>;
/** Ducking of audio, as parsed. */
export type Ducking = z.infer<typeof ducking>;
/** Stop motion, as parsed. */
export type StopMotion = z.infer<typeof stopMotion>;
/** A filter preset, as parsed. */
export type FilterName = (typeof filterNames)[number];
/** Transition into a scene, as parsed. */
export type Transition = z.infer<typeof transition>;
/** Where a transition moves. */
export type TransitionDirection = (typeof transitionDirections)[number];
/** Type of a transition. */
export type TransitionType = keyof typeof transitionTitles;
