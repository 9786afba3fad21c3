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
import { watermarkWords } from './watermarkWords.ts';

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
  watermarkText: field(watermarkText, { ...watermarkWords.watermarkText, flag: 'text' }),
  watermarkPos: field(watermarkPos, { ...watermarkWords.watermarkPos, flag: 'position' }),
  watermarkFont: field(watermarkFont, { ...watermarkWords.watermarkFont, flag: 'font' }),
  watermarkColor: field(watermarkColor, { ...watermarkWords.watermarkColor, flag: 'color' }),
  watermarkSize: field(watermarkSize, { ...watermarkWords.watermarkSize, flag: 'size' }),
  watermarkOpacity: field(watermarkOpacity, { ...watermarkWords.watermarkOpacity, flag: 'opacity' }),
  watermarkImg: field(watermarkImg, { ...watermarkWords.watermarkImg, flag: 'image' }),
  watermarkMedium: watermarkMedium
    .unwrap()
    .optional()
    .describe('type of watermark; default: image if there is one, else text'),
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
