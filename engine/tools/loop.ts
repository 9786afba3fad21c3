import * as z from 'zod';
import { MAX_LOOP_SECONDS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import { parseProject } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import { outputSize, resolveSpan, spanFields, stillProblems, videoLayerOf, videoProject } from './source.ts';
import type { Tool } from './tool.ts';

const settings = z.object({
  numLoops: z.number().int().min(1).max(10_000).default(2).describe('how many times the span plays'),
  setDuration: z
    .number()
    .min(0)
    .max(86_400)
    .default(0)
    .describe('length to loop for instead, seconds; 0: as many times as numLoops says'),
  ...spanFields,
});

/** Loop video: plays the span again and again, numLoops times or for setDuration seconds; 7 minutes at most (tools spec §5). */
export const loop: Tool<typeof settings> = {
  id: 'loop',
  title: 'Loop video',
  route: '/loop-video',
  summary: 'Plays a video several times in a row, or for a set time.',
  settings,
  flags: ['isLooped'],
  compile(chosen, source) {
    const still = stillProblems(source);
    if (still.length > 0) return { ok: false, problems: still };
    const span = resolveSpan(chosen, source);
    if (!span.ok) return span;
    const length = span.value.endTime - span.value.startTime;
    const isSet = chosen.setDuration > 0;
    const playLength = isSet ? chosen.setDuration : length * chosen.numLoops;
    if (playLength > MAX_LOOP_SECONDS) {
      const path = [isSet ? 'setDuration' : 'numLoops'];
      return { ok: false, problems: [problem('duration.loop', path, messages.loopTooLong)] };
    }
    const layers = [{ ...videoLayerOf(source, span.value), loopMode: 'duration' as const, playLength }];
    return parseProject(videoProject(source, outputSize(source), { duration: playLength, layers }));
  },
};
