import * as z from 'zod';
import { messages } from '../project/messages.ts';
import { parseProject } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import { outputSize, resolveSpan, spanFields, stillProblems, videoLayerOf, videoProject } from './source.ts';
import type { Tool } from './tool.ts';

const settings = z.object(spanFields);

/** Trim video: keeps one span of the source (tools spec §3, studio spec §5). */
export const trim: Tool<typeof settings> = {
  id: 'trim',
  title: 'Trim video',
  route: '/trim-video',
  summary: 'Keeps one span of a video.',
  settings,
  flags: ['isTrimmedOnly'],
  compile(chosen, source) {
    const still = stillProblems(source);
    if (still.length > 0) return { ok: false, problems: still };
    const span = resolveSpan(chosen, source);
    if (!span.ok) return span;
    if (!span.value.isTrimmed) {
      return { ok: false, problems: [problem('settings.invalid', ['endTime'], messages.trimUntrimmed)] };
    }
    const { startTime, endTime } = span.value;
    const layers = [videoLayerOf(source, span.value)];
    return parseProject(videoProject(source, outputSize(source), { duration: endTime - startTime, layers }));
  },
};
