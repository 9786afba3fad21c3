import * as z from 'zod';
import { messages } from '../project/messages.ts';
import { parseProject } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import { watermarkFields } from '../project/watermarkFields.ts';
import { field } from './field.ts';
import { onlySource } from './inputs.ts';
import { oneVisible, outputSize, projectOf } from './source.ts';
import { spanFields } from './spanFields.ts';
import type { Tool } from './tool.ts';
import { placeChoices } from './watermarkPlaces.ts';

const {
  watermarkText,
  watermarkPos,
  watermarkFont,
  watermarkColor,
  watermarkSize,
  watermarkOpacity,
  watermarkImg,
  watermarkMedium,
} = watermarkFields;

const settings = z.object({
  watermarkText: field(watermarkText, { title: 'Text', description: 'text of the watermark', flag: 'text' }),
  watermarkPos: field(watermarkPos, {
    title: 'Place',
    description: 'position of the watermark',
    choices: placeChoices,
    flag: 'position',
  }),
  watermarkFont: field(watermarkFont, {
    title: 'Font',
    description: 'font family of the watermark',
    control: 'font',
    flag: 'font',
  }),
  watermarkColor: field(watermarkColor, {
    title: 'Color',
    description: 'color of the watermark',
    control: 'color',
    flag: 'color',
  }),
  watermarkSize: field(watermarkSize, {
    title: 'Size',
    description: 'size of the watermark, 100 is the usual size',
    unit: '%',
    flag: 'size',
  }),
  watermarkOpacity: field(watermarkOpacity, {
    title: 'Opacity',
    description: 'opacity of the watermark',
    unit: '%',
    flag: 'opacity',
  }),
  watermarkImg: field(watermarkImg, { title: '', description: 'image to use as the watermark', flag: 'image' }),
  watermarkMedium: watermarkMedium.unwrap().optional().describe('what the watermark is; a picture where one is given'),
  ...spanFields,
});

/** Watermark: a text or an image at one of nine positions. */
export const watermark: Tool<typeof settings> = {
  id: 'watermark',
  title: 'Watermark',
  route: '/watermark',
  summary: 'Put text or an image on a video, GIF or image.',
  inputs: oneVisible,
  settings,
  without: ['withCustomWatermark'],
  flags: ['isWatermarked'],
  compile({ isTrimmed, startTime, endTime, ...mark }, sources) {
    const source = onlySource(sources);
    const { watermarkMedium: medium = mark.watermarkImg === undefined ? 'text' : 'image' } = mark;
    const isThere = medium === 'image' ? mark.watermarkImg !== undefined : mark.watermarkText.trim() !== '';
    if (!isThere)
      return { ok: false, problems: [problem('settings.invalid', ['watermarkText'], messages.watermarkMissing)] };
    const project = projectOf(source, { size: outputSize(source), span: { isTrimmed, startTime, endTime } });
    if (!project.ok) return project;
    return parseProject({ ...project.value, ...mark, watermarkMedium: medium, withCustomWatermark: true });
  },
};
