import * as z from 'zod';
import { parseProject } from '../project/parse.ts';
import { filterNames, pictureEffects } from '../project/videoEffects.ts';
import { field } from './field.ts';
import { onlySource } from './inputs.ts';
import { oneVisible, outputSize, projectOf } from './source.ts';
import { spanFields } from './spanFields.ts';
import type { Tool } from './tool.ts';

const { filterName, brightness, contrast, saturation, vignette, fadeOpacity } = pictureEffects;

const settings = z.object({
  filterName: field(filterName, {
    title: 'Filter',
    description: 'a ready-made look',
    choices: Object.fromEntries(filterNames.map((name) => [name, name])),
  }),
  brightness: field(brightness, { title: 'Brightness', description: 'brightness; 100: unchanged', unit: '%' }),
  contrast: field(contrast, { title: 'Contrast', description: 'contrast; 100: unchanged', unit: '%' }),
  saturation: field(saturation, {
    title: 'Saturation',
    description: 'saturation; 0: none, 100: unchanged',
    unit: '%',
  }),
  vignette: field(vignette, { title: 'Vignette', description: 'darkness of the corners', unit: '%' }),
  fadeOpacity: field(fadeOpacity, { title: 'Fade', description: 'fading toward white', unit: '%' }),
  ...spanFields,
});

/** Filters: a preset, and adjustments by five numbers. */
export const filter: Tool<typeof settings> = {
  id: 'filter',
  title: 'Filters',
  route: '/filter-video',
  summary: 'Apply a filter or adjust the colors of a video, GIF or image.',
  inputs: oneVisible,
  settings,
  flags: ['isFiltered'],
  compile({ isTrimmed, startTime, endTime, ...effects }, sources) {
    const source = onlySource(sources);
    const span = { isTrimmed, startTime, endTime };
    const project = projectOf(source, { size: outputSize(source), span, place: effects });
    return project.ok ? parseProject(project.value) : project;
  },
};
