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

/** Least and greatest clip rate and speed. */
const MIN_PACE = 0.05;
const MAX_PACE = 4;

const settings = z.object({
  stopMotionClipRate: field(z.number().min(MIN_PACE).max(MAX_PACE).default(0.6), {
    title: 'Clip rate',
    description: 'frames to use: 1 is thirty per second, 0.6 eighteen; more frames also play faster',
  }),
  stopMotionSpeed: field(z.number().min(MIN_PACE).max(MAX_PACE).default(0.2), {
    title: 'Speed',
    description: 'playback speed of the frames; the video lasts as long as the span, divided by clip rate times speed',
  }),
  reverseStopMotion: field(z.boolean().default(false), {
    title: 'Reverse',
    description: 'shows the images in reverse order',
  }),
  ...spanFields,
});

const paceSettings = settings.pick({ stopMotionClipRate: true, stopMotionSpeed: true });

/** What the length of stop-motion depends on. */
type Paces = z.output<typeof paceSettings>;

/** Pictures that are taken a second of the source at a clip rate of 1. */
const FULL_RATE = 30;

/** The clip rate and speed that settings ask for; undefined where they cannot be used. */
export function pacesOf(chosen: Readonly<Record<string, unknown>>): Paces | undefined {
  return paceSettings.safeParse(chosen, { jitless: true }).data;
}

/** How long stop-motion of a span takes, seconds. @param span of the source, seconds. */
export function stopMotionLength(span: number, { stopMotionClipRate, stopMotionSpeed }: Paces): number {
  return span / (stopMotionClipRate * stopMotionSpeed);
}

/** The stills that are taken a second of the source, and how long each is held, seconds. */
export function stillsOf({ stopMotionClipRate, stopMotionSpeed }: Paces): { stills: number; hold: number } {
  const stills = Math.round(FULL_RATE * stopMotionClipRate * 1000) / 1000;
  return { stills, hold: 1 / (stills * stopMotionClipRate * stopMotionSpeed) };
}

/** How many pictures are taken of a span. @param span of the source, seconds. */
export function stopMotionPictures(span: number, paces: Paces): number {
  return Math.max(1, Math.ceil(span * stillsOf(paces).stills - TIME_ROUNDING));
}

/** What would bring stop-motion of a span that takes too long below the limit, each by itself. */
export interface StopMotionFits {
  /** The slowest speed, in hundredths; undefined where none is fast enough. */
  speed: number | undefined;
  /** How much of the span, seconds. */
  span: number;
}

/** Ways to make stop-motion of a span short enough; undefined where it is. @param span of the source, seconds. */
export function stopMotionFits(span: number, paces: Paces): StopMotionFits | undefined {
  if (stopMotionLength(span, paces) <= MAX_STOP_MOTION_SECONDS + TIME_ROUNDING) return undefined;
  const { stopMotionClipRate, stopMotionSpeed } = paces;
  const speed = Math.ceil((100 * span) / (stopMotionClipRate * MAX_STOP_MOTION_SECONDS) - TIME_ROUNDING) / 100;
  const kept = Math.floor(1000 * MAX_STOP_MOTION_SECONDS * stopMotionClipRate * stopMotionSpeed + TIME_ROUNDING) / 1000;
  return { speed: speed <= MAX_PACE ? speed : undefined, span: kept };
}

/** Stop-motion: pictures are taken of a video at even distances, and each of them is held. A minute at most. */
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
