import * as z from 'zod';
import { parseProject } from '../project/parse.ts';
import { filterNames, pictureEffects } from '../project/videoEffects.ts';
import { field } from './field.ts';
import { onlySource } from './inputs.ts';
import { oneSeen, outputSize, projectOf } from './source.ts';
import { spanFields } from './spanFields.ts';
import type { Tool } from './tool.ts';

const { filterName, brightness, contrast, saturation, vignette, fadeOpacity } = pictureEffects;

const settings = z.object({
  filterName: field(filterName, {
    title: 'Filter',
    description: 'a ready-made look',
    choices: Object.fromEntries(filterNames.map((name) => [name, name])),
  }),
  brightness: field(brightness, { title: 'Brightness', description: 'how bright it is; 100 as it was', unit: '%' }),
  contrast: field(contrast, { title: 'Contrast', description: 'how strong its contrast is; 100 as it was', unit: '%' }),
  saturation: field(saturation, {
    title: 'Saturation',
    description: 'how strong its colors are; 0 for none, 100 as it was',
    unit: '%',
  }),
  vignette: field(vignette, { title: 'Vignette', description: 'how dark the corners become', unit: '%' }),
  fadeOpacity: field(fadeOpacity, { title: 'Fade', description: 'how far it fades toward white', unit: '%' }),
  ...spanFields,
});

/** Filters: a ready-made look, and what five numbers change beside it. */
export const filter: Tool<typeof settings> = {
  id: 'filter',
  title: 'Filters',
  route: '/filter-video',
  summary: 'Gives a video, GIF or picture another look.',
  inputs: oneSeen,
  settings,
  flags: ['isFiltered'],
  compile({ isTrimmed, startTime, endTime, ...effects }, sources) {
    const source = onlySource(sources);
    const span = { isTrimmed, startTime, endTime };
    const project = projectOf(source, { size: outputSize(source), span, place: effects });
    return project.ok ? parseProject(project.value) : project;
  },
};
