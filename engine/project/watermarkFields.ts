import * as z from 'zod';
import { color, mediaUrl } from './fields.ts';

/** The nine positions of a watermark. */
const watermarkPositions = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;

/** Watermark fields of every createVideo request. */
export const watermarkFields = {
  watermark: z.boolean().default(false).describe('whether there is a watermark'),
  withCustomWatermark: z.boolean().default(false).describe('adds a custom watermark'),
  watermarkPos: z.enum(watermarkPositions).default('top-left').describe('position of the watermark'),
  watermarkText: z.string().max(200).default('').describe('text of the watermark'),
  watermarkFont: z.string().min(1).max(128).default('Roboto').describe('font family of the watermark'),
  watermarkColor: color.default('white').describe('color of the watermark'),
  watermarkSize: z.number().min(10).max(300).default(100).describe('size of the watermark, percent of the usual size'),
  watermarkOpacity: z.number().min(0).max(100).default(100).describe('opacity of the watermark, percent'),
  watermarkImg: mediaUrl.optional().describe('image of the watermark'),
  watermarkMedium: z.enum(['text', 'image']).default('text').describe('type of watermark'),
};

/** Position of a watermark. */
export type WatermarkPosition = (typeof watermarkPositions)[number];
