import * as z from 'zod';
import { filterSliders } from '../effects/index.ts';
import { parseProject } from '../project/parse.ts';
import { type FilterAmount, filterFields, filterNames } from '../project/videoEffects.ts';
import { field } from './field.ts';
import { onlySource } from './inputs.ts';
import { oneVisible, outputSize, projectOf } from './source.ts';
import { spanFields } from './spanFields.ts';
import type { Tool } from './tool.ts';

const amounts = Object.fromEntries(
  filterSliders.map(({ id, title, description }) => [id, field(filterFields[id], { title, description, unit: '%' })]),
) as Pick<typeof filterFields, FilterAmount>;

const settings = z.object({
  filterName: field(filterFields.filterName, {
    title: 'Filter',
    description: 'a ready-made look',
    choices: Object.fromEntries(filterNames.map((name) => [name, name])),
  }),
  ...amounts,
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
