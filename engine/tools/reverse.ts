import * as z from 'zod';
import { MAX_SPEED, MIN_SPEED } from '../project/limits.ts';
import { parseProject } from '../project/parse.ts';
import { field } from './field.ts';
import { onlySource } from './inputs.ts';
import { oneMoving, outputSize, projectOf } from './source.ts';
import { spanFields } from './spanFields.ts';
import type { Tool } from './tool.ts';

const settings = z.object({
  isBoomeranged: field(z.boolean().default(false), {
    title: 'Boomerang',
    description: 'plays forward, then backward',
  }),
  reverseSpeed: field(z.number().min(MIN_SPEED).max(MAX_SPEED).default(1), {
    title: 'Speed',
    description: 'playback speed; 2: twice as fast, 0.5: half as fast',
  }),
  isMuted: field(z.boolean().default(false), { title: 'Mute', description: 'mutes the audio' }),
  ...spanFields,
});

/** Reverse video: plays from end to start; as a boomerang, to the end and back. */
export const reverse: Tool<typeof settings> = {
  id: 'reverse',
  title: 'Reverse video',
  route: '/reverse-video',
  summary: 'Play a video backwards, or forwards and backwards as a boomerang.',
  inputs: oneMoving,
  settings,
  flags: ['isReversed'],
  compile({ isBoomeranged, reverseSpeed, isMuted, ...span }, sources) {
    const source = onlySource(sources);
    const place = { isBoomeranged, isReversed: !isBoomeranged, speed: reverseSpeed, isMuted };
    const project = projectOf(source, { size: outputSize(source), span, place });
    return project.ok ? parseProject(project.value) : project;
  },
};
