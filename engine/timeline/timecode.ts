import { MAX_CUSTOM_SECONDS, MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import type { Parsed } from '../project/parse.ts';
import { type ProblemCode, problem } from '../project/problems.ts';

/**
 * Formats a time as mm:ss.cc, hundredths rounded down: 65.43 is 01:05.43. From 100 minutes on, the minutes have more
 * digits. @param seconds negative values count as 0.
 */
export function timecode(seconds: number): string {
  // Floating-point sums such as 2.9999999 mean 3.
  const hundredths = Math.max(0, Math.floor(seconds * 100 + 1e-4));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(hundredths / 6000))}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}

/**
 * Formats a time as mm:ss:ff with whole frames, as editors do (non-drop-frame: a second of 29.97 fps has 30 numbers).
 * @param seconds negative values count as 0. @param fps frame rate, which may be a fraction.
 */
export function frameTimecode(seconds: number, fps: number): string {
  const perSecond = Math.round(fps);
  // Floating-point results such as 2.9999999 mean 3.
  const frames = Math.max(0, Math.floor(seconds * fps + 1e-3));
  const two = (value: number) => String(value).padStart(2, '0');
  const whole = Math.floor(frames / perSecond);
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}:${two(frames % perSecond)}`;
}

/**
 * Parses a time as people type it: seconds (12.5), minutes and seconds (1:02.5) or hours too (1:02:03). A comma counts
 * as a decimal point. Values after a colon are below 60. @returns seconds; undefined if invalid.
 */
export function parseTimecode(text: string): number | undefined {
  const found = /^(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6}(?:[.,]\d{0,6})?|[.,]\d{1,6})$/.exec(text.trim());
  if (!found) return undefined;
  const [, hours, minutes, rest = ''] = found;
  const seconds = Number(rest.replace(',', '.'));
  if (minutes !== undefined && seconds >= 60) return undefined;
  if (hours !== undefined && Number(minutes) >= 60) return undefined;
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + seconds;
}

/**
 * Parses a time in whole frames as `frameTimecode` formats it (mm:ss:ff), or any that `parseTimecode` parses without
 * hours. @param fps frame rate, which may be a fraction. @returns seconds; undefined if invalid.
 */
export function parseFrameTimecode(text: string, fps: number): number | undefined {
  const found = /^(\d{1,4}):([0-5]?\d):(\d{1,3})$/.exec(text.trim());
  if (!found) return parseTimecode(text);
  const perSecond = Math.round(fps);
  const [minutes = 0, seconds = 0, frames = 0] = found.slice(1).map(Number);
  return frames < perSecond ? ((minutes * 60 + seconds) * perSecond + frames) / fps : undefined;
}

/**
 * Parses a custom length: seconds (123), decimals (1.23) or minutes and seconds below 60 (1:23, 1:23.5).
 * @returns seconds, 0.1 to 480; or the problem.
 */
export function parseDuration(text: string): Parsed<number> {
  const found = /^(?:(\d{1,9}):([0-5]?\d(?:\.\d{1,9})?)|(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9}))$/.exec(text.trim());
  if (!found) return refused('format', messages.durationFormat);
  const [, minutes, rest, plain] = found;
  const seconds = plain === undefined ? Number(minutes) * 60 + Number(rest) : Number(plain);
  if (seconds < MIN_CUSTOM_SECONDS) return refused('range', messages.durationTooShort);
  if (seconds > MAX_CUSTOM_SECONDS) return refused('range', messages.durationTooLong);
  return { ok: true, value: seconds };
}

function refused(code: ProblemCode, message: string): Parsed<never> {
  return { ok: false, problems: [problem(code, [], message)] };
}
