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

const settings = z.object({
  stopMotionClipRate: field(z.number().min(0.05).max(4).default(0.6), {
    title: 'Clip rate',
    description: 'how many pictures are taken: 1 is thirty a second, 0.6 eighteen; more of them also play faster',
  }),
  stopMotionSpeed: field(z.number().min(0.05).max(4).default(0.2), {
    title: 'Speed',
    description:
      'how fast they follow each other; the video lasts as long as the span, divided by clip rate times speed',
  }),
  reverseStopMotion: field(z.boolean().default(false), {
    title: 'Reverse',
    description: 'shows the last picture first',
  }),
  ...spanFields,
});

/** What the length of stop-motion depends on. */
type Paces = Pick<z.output<typeof settings>, 'stopMotionClipRate' | 'stopMotionSpeed'>;

/** Pictures that are taken a second of the source at a clip rate of 1. */
const FULL_RATE = 30;

/** How long stop-motion of a span takes, seconds. @param span of the source, seconds. */
export function stopMotionLength(span: number, { stopMotionClipRate, stopMotionSpeed }: Paces): number {
  return span / (stopMotionClipRate * stopMotionSpeed);
}

/** The stills that are taken a second of the source, and how long each is held, seconds. */
export function stillsOf({ stopMotionClipRate, stopMotionSpeed }: Paces): { stills: number; hold: number } {
  const stills = Math.round(FULL_RATE * stopMotionClipRate * 1000) / 1000;
  return { stills, hold: 1 / (stills * stopMotionClipRate * stopMotionSpeed) };
}

/** Stop-motion: pictures are taken of a video at even distances, and each of them is held. A minute at most. */
export const stopMotion: Tool<typeof settings> = {
  id: 'stop-motion',
  title: 'Stop-motion',
  route: '/stop-motion',
  summary: 'Makes a stop-motion video: a row of pictures of a video, each held for a moment.',
  inputs: oneMoving,
  settings,
  flags: ['isStopMotionVideo'],
  compile({ reverseStopMotion: isReversed, stopMotionClipRate, stopMotionSpeed, ...chosen }, sources) {
    const source = onlySource(sources);
    const paces = { stopMotionClipRate, stopMotionSpeed };
    const span = resolveSpan(chosen, source);
    if (!span.ok) return span;
    const length = stopMotionLength(span.value.endTime - span.value.startTime, paces);
    if (length > MAX_STOP_MOTION_SECONDS + TIME_ROUNDING) {
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
