import * as z from 'zod';
import { MAX_LOOP_SECONDS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import { parseProject } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import { field } from './field.ts';
import { onlySource } from './inputs.ts';
import { oneMoving, outputSize, resolveSpan, videoLayerOf, videoProject, wholePlace } from './source.ts';
import { spanFields } from './spanFields.ts';
import type { Tool } from './tool.ts';

const settings = z.object({
  numLoops: field(z.number().int().min(1).default(2), {
    title: 'Loops',
    description: 'number of times the span plays',
  }),
  setDuration: field(z.number().min(0).default(0), {
    title: 'Or for',
    description: 'total length; 0: use the number of loops',
    unit: 's',
  }),
  ...spanFields,
});

/** Loop video: repeats the span numLoops times or for setDuration seconds; at most 7 minutes. */
export const loop: Tool<typeof settings> = {
  id: 'loop',
  title: 'Loop video',
  route: '/loop-video',
  summary: 'Repeat a video several times or for a set time.',
  inputs: oneMoving,
  settings,
  flags: ['isLooped'],
  compile(chosen, sources) {
    const source = onlySource(sources);
    const span = resolveSpan(chosen, source);
    if (!span.ok) return span;
    const length = span.value.endTime - span.value.startTime;
    const isSet = chosen.setDuration > 0;
    const playLength = isSet ? chosen.setDuration : length * chosen.numLoops;
    // Floating-point sums such as 420.00000000000006 mean 420.
    if (playLength > MAX_LOOP_SECONDS + 1e-6) {
      const path = [isSet ? 'setDuration' : 'numLoops'];
      return { ok: false, problems: [problem('duration.loop', path, messages.loopTooLong)] };
    }
    const size = outputSize(source);
    const shown = { ...videoLayerOf(source, span.value), ...wholePlace(source, size) };
    const layers = [{ ...shown, loopMode: 'duration' as const, playLength }];
    return parseProject(videoProject(source, size, { duration: playLength, layers }));
  },
};
