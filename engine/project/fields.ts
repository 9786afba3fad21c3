import { parse as parseColor } from 'culori/fn';
import * as z from 'zod';
import './colorModes.ts';
import { isFontFile } from '../formats/fontFile.ts';
import { MAX_AUDIO_TRACK, MAX_PATH_LENGTH, MAX_SECONDS, MAX_URL_LENGTH } from './limits.ts';
import { hasScheme, isHttpAddress } from './mediaAddress.ts';

/**
 * Identifier of a scene, layer or audio track: 1 to 128 characters; not "." or "..", which URLs cannot contain as a
 * segment.
 */
export const id = z
  .string()
  .min(1)
  .max(128)
  .refine((text) => text !== '.' && text !== '..', 'must not be "." or ".."');

/** A length or position as a percentage of the canvas, such as "12.5%"; −1000 % to 1000 %. */
export const percent = z
  .string()
  .regex(/^-?(1000|\d{1,3}(\.\d{1,20})?)%$/, 'must be a percentage between -1000% and 1000%, such as "12.5%"');

/** A length in pixels, such as "64px"; 0 to 2000. */
export const pixels = z
  .string()
  .regex(/^(2000|1?\d{1,3}(\.\d{1,20})?)px$/, 'must be a size in pixels between 0px and 2000px, such as "64px"');

/** Seconds, 0 to 24 hours. */
export const seconds = z.number().min(0).max(MAX_SECONDS);
/** Seconds before or after a moment, up to 24 hours. */
export const signedSeconds = z.number().min(-MAX_SECONDS).max(MAX_SECONDS);

/** A CSS color: hex of 3, 4, 6 or 8 digits, a color name, rgb(), rgba(), hsl(), hsla(), or "transparent". */
export const color = z.string().max(64).refine(isColor, 'must be a color such as "#5969e2"');

/** A color, or "none" to paint nothing. */
export const colorOrNone = z
  .string()
  .max(64)
  .refine((text) => text === 'none' || isColor(text), 'must be a color such as "#5969e2" or "none"');

function isColor(text: string): boolean {
  return /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text) || parseColor(text) !== undefined;
}

/** Address of a media file: a path, or an http(s) URL. No other scheme. */
export const mediaUrl = z
  .string()
  .min(1)
  .max(MAX_URL_LENGTH)
  .refine((text) => !hasScheme(text) || isHttpAddress(text), 'must be a relative path or an http(s) address')
  .refine((text) => !text.includes('\0'), 'must not contain a NUL character');

/** Audio track of a file to play, from 1. Default: the track marked as default by the file, else the first. */
export const audioTrack = z.number().int().min(1).max(MAX_AUDIO_TRACK);

/** Longest name of a font family, characters. */
const MAX_FAMILY_LENGTH = 128;

/** A font family by name, or the address of a font file: .ttf, .otf or .woff2. */
export const fontFamily = z
  .string()
  .min(1)
  .max(MAX_URL_LENGTH)
  .refine(
    (text) => text.length <= MAX_FAMILY_LENGTH || isFontFile(text),
    `must be the name of a font family of at most ${MAX_FAMILY_LENGTH} characters, or the address of a font file`,
  )
  .refine(
    (text) => !isFontFile(text) || mediaUrl.safeParse(text).success,
    'must be a relative path or an http(s) address',
  );

/** SVG path data: commands and numbers only (SVG 1.1 §8.3). */
export const pathData = z
  .string()
  .max(MAX_PATH_LENGTH)
  .regex(/^[MmLlHhVvCcSsQqTtAaZz0-9eE+\-.,\s]*$/, 'must be SVG path data');

/** A ratio "w:h" of positive numbers. */
export const strictRatio = z.string().max(24).refine(isRatio, 'must be a ratio such as "16:9"');

/** A ratio "w:h" of positive numbers; anything else becomes "1:1". */
export const ratio = strictRatio.catch('1:1');

function isRatio(text: string): boolean {
  return /^\d{1,5}(\.\d{1,4})?:\d{1,5}(\.\d{1,4})?$/.test(text) && text.split(':').every((side) => Number(side) > 0);
}
