import * as z from 'zod';
import { messages } from '../project/messages.ts';
import { parseProject } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import { onlySource } from './inputs.ts';
import { oneMoving, outputSize, resolveSpan, videoLayerOf, videoProject, wholePlace } from './source.ts';
import { spanFields } from './spanFields.ts';
import type { Tool } from './tool.ts';

const settings = z.object(spanFields);

/** Trim video: cuts a video to one span. */
export const trim: Tool<typeof settings> = {
  id: 'trim',
  title: 'Trim video',
  route: '/trim-video',
  summary: 'Cut a video to the part you want.',
  inputs: oneMoving,
  settings,
  flags: ['isTrimmedOnly'],
  compile(chosen, sources) {
    const source = onlySource(sources);
    const span = resolveSpan(chosen, source);
    if (!span.ok) return span;
    if (!span.value.isTrimmed) {
      return { ok: false, problems: [problem('settings.invalid', ['endTime'], messages.trimUntrimmed)] };
    }
    const { startTime, endTime } = span.value;
    const size = outputSize(source);
    const layers = [{ ...videoLayerOf(source, span.value), ...wholePlace(source, size) }];
    return parseProject(videoProject(source, size, { duration: endTime - startTime, layers }));
  },
};
