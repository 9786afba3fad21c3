import * as z from 'zod';
import { MAX_STOP_MOTION_SECONDS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import { parseProject } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import { TIME_ROUNDING } from '../timeline/mediaTime.ts';
import { field } from './field.ts';
import { onlySource } from './inputs.ts';
import { oneMoving, outputSize, projectOf, resolveSpan } from './source.ts';
import { spanFields } from './spanFields.ts';
import type { Tool } from './tool.ts';

/** Smallest and largest clip rate and speed. */
const MIN_PACE = 0.05;
const MAX_PACE = 4;

const settings = z.object({
  stopMotionClipRate: field(z.number().min(MIN_PACE).max(MAX_PACE).default(0.6), {
    title: 'Clip rate',
    description: '1: 30 frames of each second; more frames also play faster',
  }),
  stopMotionSpeed: field(z.number().min(MIN_PACE).max(MAX_PACE).default(0.2), {
    title: 'Speed',
    description: 'playback speed of the frames; length of the result: length of the span ÷ clip rate ÷ speed',
  }),
  reverseStopMotion: field(z.boolean().default(false), {
    title: 'Reverse',
    description: 'plays the frames in reverse order',
  }),
  ...spanFields,
});

const paceSettings = settings.pick({ stopMotionClipRate: true, stopMotionSpeed: true });

/** Settings that determine the length of stop-motion. */
type Paces = z.output<typeof paceSettings>;

/** Stills per second of the source at a clip rate of 1. */
const FULL_RATE = 30;

/** Returns the clip rate and speed of settings; undefined if they are invalid. */
export function pacesOf(chosen: Readonly<Record<string, unknown>>): Paces | undefined {
  return paceSettings.safeParse(chosen, { jitless: true }).data;
}

/** Returns the length of stop-motion, in seconds. @param span of the source, in seconds. */
export function stopMotionLength(span: number, { stopMotionClipRate, stopMotionSpeed }: Paces): number {
  return span / (stopMotionClipRate * stopMotionSpeed);
}

/** Returns the stills per second of the source, and the duration of each in seconds. */
export function stillsOf({ stopMotionClipRate, stopMotionSpeed }: Paces): { stills: number; hold: number } {
  const stills = Math.round(FULL_RATE * stopMotionClipRate * 1000) / 1000;
  return { stills, hold: 1 / (stills * stopMotionClipRate * stopMotionSpeed) };
}

/** Returns the number of stills in a span. @param span of the source, in seconds. */
export function stopMotionPictures(span: number, paces: Paces): number {
  return Math.max(1, Math.ceil(span * stillsOf(paces).stills - TIME_ROUNDING));
}

/** Alternatives that bring stop-motion below the limit. */
export interface StopMotionFits {
  /** The slowest sufficient speed, in hundredths; undefined if none is. */
  speed: number | undefined;
  /** The longest span, in seconds. */
  span: number;
}

/**
 * Returns alternatives that make stop-motion short enough; undefined if it is. @param span of the source, in seconds.
 */
export function stopMotionFits(span: number, paces: Paces): StopMotionFits | undefined {
  if (stopMotionLength(span, paces) <= MAX_STOP_MOTION_SECONDS + TIME_ROUNDING) return undefined;
  const { stopMotionClipRate, stopMotionSpeed } = paces;
  const speed = Math.ceil((100 * span) / (stopMotionClipRate * MAX_STOP_MOTION_SECONDS) - TIME_ROUNDING) / 100;
  const kept = Math.floor(1000 * MAX_STOP_MOTION_SECONDS * stopMotionClipRate * stopMotionSpeed + TIME_ROUNDING) / 1000;
  return { speed: speed <= MAX_PACE ? speed : undefined, span: kept };
}

/** Stop-motion: extracts stills of a video at equal distances and holds each. At most one minute. */
export const stopMotion: Tool<typeof settings> = {
  id: 'stop-motion',
  title: 'Stop-motion',
  route: '/stop-motion',
  summary: 'Create a stop-motion video: frames of a video, each shown for a moment.',
  inputs: oneMoving,
  settings,
  flags: ['isStopMotionVideo'],
  compile({ reverseStopMotion: isReversed, stopMotionClipRate, stopMotionSpeed, ...chosen }, sources) {
    const source = onlySource(sources);
    const paces = { stopMotionClipRate, stopMotionSpeed };
    const span = resolveSpan(chosen, source);
    if (!span.ok) return span;
    if (stopMotionFits(span.value.endTime - span.value.startTime, paces)) {
      return {
        ok: false,
        problems: [problem('duration.stopMotion', ['stopMotionSpeed'], messages.stopMotionTooLong)],
      };
    }
    const place = { stopMotion: stillsOf(paces), isReversed };
    const project = projectOf(source, { size: outputSize(source), span: chosen, place });
    return project.ok ? parseProject(project.value) : project;
  },
};
