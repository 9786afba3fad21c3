import * as z from 'zod';
import { MAX_SPEED, MIN_SPEED } from '../project/limits.ts';
import { parseProject } from '../project/parse.ts';
import { field } from './field.ts';
import { onlySource } from './inputs.ts';
import { oneMoving, outputSize, projectOf } from './source.ts';
import { spanFields } from './spanFields.ts';
import type { Tool } from './tool.ts';

const settings = z.object({
  speedChoice: field(z.number().min(MIN_SPEED).max(MAX_SPEED).default(1), {
    title: 'Speed',
    description: 'playback speed; 2: twice as fast, 0.5: half as fast',
  }),
  isMuted: field(z.boolean().default(false), { title: 'Mute', description: 'mutes the audio' }),
  ...spanFields,
});

/** Change speed: faster or slower, at constant pitch. */
export const speed: Tool<typeof settings> = {
  id: 'speed',
  title: 'Change speed',
  route: '/change-speed',
  summary: 'Speed up or slow down a video. The audio keeps its pitch.',
  inputs: oneMoving,
  settings,
  flags: ['isSpeedVideo'],
  compile({ speedChoice, isMuted, ...span }, sources) {
    const source = onlySource(sources);
    const project = projectOf(source, { size: outputSize(source), span, place: { speed: speedChoice, isMuted } });
    return project.ok ? parseProject(project.value) : project;
  },
};
